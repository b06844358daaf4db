// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the game as the computer knows it: all from the bridge, nothing from the wood. Between two records the running
// clock is guessed by this page's own, at the board's pace; the next record corrects it.

import { picture } from "./men.js";

const STATES = { connected: "good", prompted: "warning", silent: "warning", searching: "warning" };

const BEFORE = "No game has begun yet. Move a man and press your clock, or press Black's to start White's.";

export class Game {
  constructor(element, link) {
    this.link = link;
    this.control = element.querySelector("#control");
    this.diagram = element.querySelector(".diagram");
    // The arbiter's dialog shows them as well: it covers these.
    this.clocks = ["white", "black"].map((side) => [...document.querySelectorAll(`.clocks [data-side="${side}"]`)]);
    this.result = element.querySelector("#result");
    this.said = element.querySelector("#said");
    this.moves = element.querySelector(".moves");
    this.none = element.querySelector("#none");
    this.lost = element.querySelector("#lost");
    this.download = element.querySelector("#download");
    this.kept = element.querySelector("#kept");
    this.more = element.querySelector("#more");
    this.resume = document.getElementById("resume");
    this.resume.addEventListener("click", () => fetch("/resume", { method: "POST" }));
    this.connected = false;
    this.game = { number: 0 };
    this.passedMs = 0; // board time since the game was as it is shown
    this.seenAt = performance.now();
    this.pace = 1; // of board time: an emulated chip is slow
    setInterval(() => this.#tick(), 200);
  }

  showLink({ state, text, simulated }) {
    this.connected = state === "connected";
    this.link.dataset.state = STATES[state] ?? "bad";
    this.link.querySelector("span").textContent = text;
    this.resume.hidden = state !== "prompted";
    if (simulated !== undefined) document.body.classList.toggle("real", !simulated);
    this.diagram.hidden = !document.body.classList.contains("real") || !this.game.number;
  }

  show(game) {
    this.game = game;
    this.passedMs = game.age_ms ?? 0;
    this.seenAt = performance.now();
    const started = game.number > 0;
    this.none.hidden = started && game.moves.length > 0;
    this.none.textContent = started ? "No move yet." : BEFORE;
    this.moves.hidden = !this.none.hidden;
    this.download.hidden = !started;
    this.control.textContent = started ? `Game ${game.number} · ${game.control === "-" ? "no clock" : game.control}` : "";
    this.result.hidden = !game.words;
    this.result.textContent = game.words ? `${game.result.replaceAll("1/2", "½").replace("-", "–")}  ${game.words}` : "";
    this.said.hidden = !game.said?.length;
    this.said.textContent = game.said?.map((text) => `${text}.`).join(" ") ?? "";
    this.lost.hidden = !game.problem;
    this.lost.textContent = game.problem ? `This game cannot be followed further: ${game.problem}` : "";
    if (started) {
      this.download.href = `/games/${game.number}.pgn`;
      this.#showMoves(game);
      this.#showDiagram(game.fen);
    }
    this.#tick();
  }

  showKept({ games, more }) {
    this.kept.hidden = !games.length;
    this.kept.querySelector("tbody").replaceChildren(...games.map(([number, day, control, result, words]) => {
      const link = make("a", "PGN");
      link.href = `/games/${number}.pgn`;
      link.download = "";
      link.setAttribute("aria-label", `Game ${number} as PGN`);
      const cell = make("td");
      cell.append(link);
      const said = make("td", words);
      const score = make("td", result.replace("1/2-1/2", "½–½").replace("-", "–"));
      score.className = "score";
      const row = make("tr");
      row.append(make("th", number), make("td", day.replaceAll(".", "-")), make("td", control), score, said, cell);
      return row;
    }));
    this.more.hidden = !more;
    this.more.textContent = `${more} older: touchmove games lists them all`;
  }

  #showMoves({ moves, first, turn, control }) {
    const rows = [];
    let number = first;
    const cells = moves.map(([san, clockMs]) => {
      const cell = make("td", san);
      if (control !== "-") cell.append(make("small", clock(clockMs)));
      return cell;
    });
    if (turn === "black") cells.unshift(make("td", "…"));
    for (let at = 0; at < cells.length; at += 2) {
      const row = make("tr");
      row.append(make("th", `${number++}.`), cells[at], cells[at + 1] ?? make("td"));
      rows.push(row);
    }
    cells.at(-1)?.classList.add("last");
    this.moves.querySelector("tbody").replaceChildren(...rows);
    this.moves.scrollTop = this.moves.scrollHeight;
  }

  #showDiagram(fen) {
    const placed = fen.split(" ")[0].replace(/\d/g, (count) => " ".repeat(count)).replaceAll("/", "");
    this.diagram.replaceChildren(...[...placed].map((letter) => {
      const square = make("span");
      if (letter !== " ") square.append(picture(letter));
      return square;
    }));
    this.diagram.setAttribute("aria-label", `Position: ${fen}`);
    this.diagram.hidden = !document.body.classList.contains("real");
  }

  #tick() {
    const now = performance.now();
    this.passedMs += (now - this.seenAt) * this.pace;
    this.seenAt = now;
    const { number, control, clocks, running } = this.game;
    const timed = number > 0 && control !== "-";
    this.clocks.forEach((elements, side) => {
      const runs = timed && running === ["white", "black"][side];
      const passedMs = runs && this.connected ? this.passedMs : 0;
      const reads = timed ? clock(clocks[side] - passedMs + 999) : ""; // as the faces round
      for (const element of elements) {
        element.classList.toggle("running", runs);
        element.querySelector("dd").textContent = reads;
      }
    });
  }
}

/** Return a clock as its owner reads it: never more than is left. */
function clock(ms) {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const end = `${String(minutes).padStart(hours ? 2 : 1, "0")}:${String(rest).padStart(2, "0")}`;
  return hours ? `${hours}:${end}` : end;
}

function make(tag, text = "") {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}
