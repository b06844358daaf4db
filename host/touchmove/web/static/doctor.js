// SPDX-License-Identifier: GPL-3.0-or-later
// The board itself: what its sensors and buttons read, what it says of itself, and what it is told to show. While this
// is open the board is asked again and again; when it is closed the game has lights and faces back.

const SILENT = "The computer does not answer: is touchmove run still running?";
const LOOK_MS = 100;
const BUTTONS = ["White press", "White action", "Black press", "Black action", "Arbiter"];
const EVERY = "ffffffffffffffff";

export class Doctor {
  constructor(element) {
    this.element = element;
    this.contacts = element.querySelector(".contacts");
    this.seen = element.querySelector(".seen");
    this.presses = element.querySelector(".presses");
    this.findings = element.querySelector(".findings");
    this.problem = element.querySelector(".problem");
    this.squares = [];
    this.buttons = BUTTONS.map((name) => this.#makeButton(name));
    this.#makeSquares();
    element.addEventListener("toggle", () => element.open ? this.#open() : this.#close());
    element.querySelector(".tries").addEventListener("click", (event) => this.#try(event.target.dataset));
  }

  async #open() {
    this.was = Array.from({ length: 64 }, () => [false, false]); // seen open, seen closed
    this.counts = BUTTONS.map(() => 0);
    this.before = null;
    this.isLost = false;
    await this.#ask();
    while (this.element.open) {
      await this.#look();
      await new Promise((done) => setTimeout(done, LOOK_MS));
    }
  }

  async #close() {
    await post("/test", { act: "end", value: "-" });
  }

  /** Ask the board what it says of itself. */
  async #ask() {
    const { findings, text } = await post("/doctor", {});
    if (text) this.#complain(text);
    this.findings.replaceChildren(...(findings ?? []).map(([part, found, advice]) => {
      const line = make("li", `${part}: ${found}${advice && `. ${advice}`}`);
      line.className = advice ? "bad" : "";
      return line;
    }));
  }

  async #look() {
    const { text, failed } = await post("/test", { act: "contacts", value: "-" });
    if (failed !== this.isLost) this.#complain(failed ? text : "");
    this.isLost = failed;
    if (failed) {
      await new Promise((done) => setTimeout(done, 10 * LOOK_MS));
      return;
    }
    const rows = text.match(/../g).map((row) => parseInt(row, 16));
    this.squares.forEach((square, index) => {
      const isClosed = Boolean(rows[index >> 3] >> (index & 7) & 1);
      this.was[index][isClosed ? 1 : 0] = true;
      square.classList.toggle("closed", isClosed);
      square.classList.toggle("both", this.was[index].every(Boolean));
    });
    const both = this.was.filter((was) => was.every(Boolean)).length;
    this.seen.textContent = `${both} of 64 squares have been seen empty and occupied.`;
    this.buttons.forEach((button, index) => {
      const isDown = Boolean(rows[8] >> index & 1);
      if (isDown && this.before !== null && !(this.before >> index & 1)) this.counts[index] += 1;
      button.classList.toggle("down", isDown);
      button.classList.toggle("heard", this.counts[index] > 0);
      button.querySelector("b").textContent = this.counts[index];
    });
    this.before = rows[8];
  }

  async #try({ lights, faces, tone, end, turn }) {
    if (turn !== undefined) return this.#turn();
    const [act, value] = lights ? ["lights", `${EVERY}:${lights}`] : faces ? ["faces", faces] : tone ? ["tone", tone] : ["end", "-"];
    if (act === "end" && end === undefined) return; // beside the buttons
    const { text, failed } = await post("/test", { act, value });
    this.#complain(failed ? text : "");
    if (tone && !failed) setTimeout(() => post("/test", { act: "tone", value: "0" }), 600);
  }

  /** The cable's side faces the other player: every square lies where its opposite did. */
  async #turn() {
    const now = await post("/set", { setting: "-", value: "-" });
    if (now.failed) return this.#complain(now.text);
    const value = now.text.includes("turned=on") ? "off" : "on";
    const { text, failed } = await post("/set", { setting: "turned", value });
    this.#complain(failed ? text : "");
  }

  #complain(text) {
    this.problem.textContent = text ?? "";
    this.problem.hidden = !text;
  }

  #makeSquares() {
    for (let rank = 7; rank >= 0; rank--) {
      this.contacts.append(make("b", rank + 1));
      for (let file = 0; file < 8; file++) this.contacts.append(this.squares[8 * rank + file] = make("i", ""));
    }
    this.contacts.append(make("b", ""), ...[..."abcdefgh"].map((file) => make("b", file)));
  }

  #makeButton(name) {
    const button = make("li", name);
    button.append(make("b", 0));
    this.presses.append(button);
    return button;
  }
}

/** Post a wish; return what was answered, with `failed` if it was not done. */
async function post(path, wish) {
  try {
    const answer = await fetch(path, { method: "POST", body: JSON.stringify(wish) });
    if (answer.ok) return { failed: false, ...await answer.json() };
    return { text: answer.status === 409 ? (await answer.json()).text : await answer.text(), failed: true };
  } catch {
    return { text: SILENT, failed: true };
  }
}

function make(tag, text) {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}
