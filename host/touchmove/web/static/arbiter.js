// SPDX-License-Identifier: GPL-3.0-or-later
// The arbiter's dialog: an act, what it needs to know, and what the board says to it. Which acts there are the server
// says. It stays open after an act, for one rarely comes alone.

const SILENT = "The computer does not answer: is touchmove run still running?";

export class Arbiter {
  constructor(dialog, opener) {
    this.dialog = dialog;
    this.form = dialog.querySelector("form");
    this.groups = dialog.querySelector(".acts");
    this.fields = dialog.querySelector(".fields");
    this.says = dialog.querySelector(".says");
    this.score = dialog.querySelector(".score");
    this.done = dialog.querySelector(".done");
    this.problem = dialog.querySelector(".problem");
    this.confirm = dialog.querySelector("[type=submit]");
    this.acts = new Map();
    this.game = { number: 0 };
    this.isAsking = false;
    opener.addEventListener("click", () => this.#open());
    dialog.querySelector("[value=cancel]").addEventListener("click", () => dialog.close());
    dialog.addEventListener("pointerdown", (event) => event.target === dialog && dialog.close()); // beside it
    this.form.addEventListener("input", (event) => this.#change(event.target));
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#submit();
    });
  }

  /** Take an acts message: build the choice. */
  offer({ groups, fields }) {
    if (this.acts.size) return; // said again after the connection was lost
    this.kinds = fields;
    this.groups.replaceChildren(...groups.map(([name, acts]) => {
      const group = make("fieldset", "");
      group.append(make("legend", name), choices("act", acts.map(([act, label]) => [act, label])));
      for (const [act, label, says, needs] of acts) this.acts.set(act, { label, says, needs });
      return group;
    }));
  }

  /** Take a game message. */
  see(game) {
    this.game = game;
    const last = game.words || game.said?.at(-1) || "";
    this.score.textContent = last && `${last}.`;
    this.score.hidden = !last;
  }

  #open() {
    if (!this.acts.size) return;
    this.form.reset();
    const first = this.form.querySelector("[name=act]");
    first.checked = true;
    this.#choose(first.value);
    this.dialog.showModal();
    first.focus();
  }

  #change(input) {
    if (input.name === "act") this.#choose(input.value);
    else this.#tell({});
    const { time } = this.form.elements;
    if (input.name === "side" && time && time.value === this.clock) time.value = this.clock = this.#clock(input.value);
  }

  /** Show what an act needs, filled in as it is now. */
  #choose(name) {
    this.act = name;
    this.clock = ""; // what the time field was filled with
    const { label, says, needs } = this.acts.get(name);
    this.says.textContent = says;
    this.confirm.textContent = label;
    this.fields.replaceChildren(...needs.map((field) => this.#field(field)));
    this.#tell({});
  }

  #field(name) {
    const [label, longest, offered] = this.kinds[name];
    if (offered.length) {
      const group = make("fieldset", "");
      group.append(make("legend", label), choices(name, offered));
      const now = this.#now(name);
      for (const radio of group.querySelectorAll("input")) {
        radio.required = true;
        radio.checked = radio.value === now;
      }
      return group;
    }
    const field = make("label", "");
    const input = make("input", "");
    Object.assign(input, { name, maxLength: longest, size: longest + 1, autocomplete: "off", autocapitalize: "off", spellcheck: false });
    input.required = name !== "why";
    if (name === "number") input.inputMode = "numeric";
    input.placeholder = { time: "1:23:45", square: "e2" }[name] ?? "";
    input.value = this.#now(name);
    field.append(make("span", label), input);
    return field;
  }

  /** Return what a field says before anything is entered: of the moves the last, which is gone back to most often. */
  #now(name) {
    const [, turn, , , , move] = this.game.number ? this.game.fen.split(" ") : ["", "b", "", "", "", ""];
    if (name === "fen") return this.game.number ? this.game.fen : "";
    const isBlacks = this.act === "back" && turn === "w";
    if (name === "mover") return isBlacks ? "black" : "white";
    return name === "number" ? String(isBlacks ? Math.max(1, move - 1) : move) : "";
  }

  /** Return a clock that stands as it is entered, rounded as the faces do. */
  #clock(side) {
    const { number, control, clocks, running } = this.game;
    if (!number || control === "-" || running === side) return "";
    const seconds = Math.max(0, Math.ceil(clocks[side === "white" ? 0 : 1] / 1000));
    const two = (count) => String(count).padStart(2, "0");
    return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  }

  async #submit() {
    if (this.isAsking) return;
    this.isAsking = true;
    const { label, needs } = this.acts.get(this.act);
    const said = new FormData(this.form);
    const words = [this.act, ...needs.flatMap((field) => said.get(field).trim().split(/\s+/).filter(Boolean))];
    const problem = await ask(words);
    this.isAsking = false;
    this.#tell({ problem, done: problem ? "" : `${label}: done` });
    if (!problem) this.form.querySelector("[name=act]:checked").focus(); // the arrows choose the next one
  }

  #tell({ problem = "", done = "" }) {
    this.problem.textContent = problem;
    this.problem.hidden = !problem;
    this.done.textContent = done;
    this.done.hidden = !done;
    if (problem) this.problem.scrollIntoView({ block: "nearest" });
  }
}

/** Have the board do it; return why it does not, or nothing if it did. */
async function ask(words) {
  try {
    const answer = await fetch("/rule", { method: "POST", body: JSON.stringify({ words }) });
    if (answer.ok) return "";
    return answer.status === 409 ? (await answer.json()).text : await answer.text();
  } catch {
    return SILENT;
  }
}

/** Return radio buttons that look like keys; arrows go through all of one name. */
function choices(name, offered) {
  const row = make("div", "");
  row.className = "keys";
  row.append(...offered.map(([value, text]) => {
    const label = make("label", "");
    const radio = make("input", "");
    Object.assign(radio, { type: "radio", name, value });
    label.append(radio, make("span", text));
    return label;
  }));
  return row;
}

function make(tag, text) {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}
