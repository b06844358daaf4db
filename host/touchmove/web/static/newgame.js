// SPDX-License-Identifier: GPL-3.0-or-later
// The dialog that asks the board for a new game. The board judges what was typed; what it says stands beside the field.

const SILENT = { field: "", text: "The computer does not answer: is touchmove run still running?" };

export class NewGame {
  /** coming: where it is said how a game that was set up begins. */
  constructor(dialog, opener, coming) {
    this.dialog = dialog;
    this.coming = coming;
    this.form = dialog.querySelector("form");
    this.warning = dialog.querySelector(".warning");
    this.begin = dialog.querySelector("[type=submit]");
    this.game = { number: 0 };
    this.isAsking = false;
    opener.addEventListener("click", () => this.#open());
    dialog.querySelector("[value=cancel]").addEventListener("click", () => dialog.close());
    dialog.addEventListener("pointerdown", (event) => event.target === dialog && dialog.close()); // beside it
    dialog.querySelector(".presets").addEventListener("click", (event) => this.#choose(event.target.closest("button")));
    this.form.addEventListener("input", () => this.#mark());
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#submit();
    });
  }

  /** Take a game message. */
  see(game) {
    if (game.number !== this.game.number) this.coming.hidden = true;
    this.game = game;
  }

  #open() {
    const { control, profile, men } = this.form.elements;
    this.form.reset();
    this.form.querySelector("details").open = false;
    control.value = this.game.control ?? "10+5";
    if ([...profile].some(({ value }) => value === this.game.profile)) profile.value = this.game.profile;
    men.checked = !document.body.classList.contains("real");
    this.#confirm(false);
    this.#refuse({});
    this.#mark();
    this.dialog.showModal();
    control.select();
  }

  #choose(preset) {
    if (!preset) return;
    this.form.elements.control.value = preset.value;
    this.#mark();
  }

  #mark() {
    for (const preset of this.form.querySelectorAll(".presets button")) {
      preset.setAttribute("aria-pressed", preset.value === this.form.elements.control.value.trim());
    }
  }

  async #submit() {
    const isRunning = this.game.number > 0 && !this.game.words;
    if (this.isAsking) return;
    if (isRunning && this.warning.hidden) {
      this.#confirm(true);
      return;
    }
    this.isAsking = true;
    const { control, fen, profile, men } = this.form.elements;
    const wish = { control: control.value, fen: fen.value, profile: profile.value, men: men.checked };
    const refusal = await ask(wish);
    this.isAsking = false;
    this.#refuse(refusal ?? {});
    if (!refusal) this.#succeed(wish);
  }

  /** Say what a new game costs, and have the button say it once more. */
  #confirm(isNeeded) {
    this.warning.hidden = !isNeeded;
    this.begin.textContent = isNeeded ? "End it and set up" : "Set up";
  }

  #refuse({ field, text }) {
    for (const problem of this.form.querySelectorAll(".problem")) {
      const isIt = problem.dataset.field === field;
      problem.hidden = !isIt;
      problem.textContent = isIt ? text : "";
    }
    for (const name of ["control", "fen"]) this.form.elements[name].setAttribute("aria-invalid", name === field);
    if (field === "fen") this.form.querySelector("details").open = true;
    if (field === "fen" || field === "control") this.form.elements[field].focus();
  }

  #succeed({ fen, men }) {
    const [waiting, first] = fen.trim().split(/\s+/)[1] === "b" ? ["White", "Black"] : ["Black", "White"];
    const start = `${men ? "Press" : "Put the men on their squares, then press"} ${waiting}'s clock to start ${first}'s.`;
    this.coming.textContent = `A new game is set up. ${start}`;
    this.coming.hidden = false;
    this.dialog.close();
  }
}

/** Ask for a new game; return the refusal, or null if there is one now. */
async function ask(wish) {
  try {
    const answer = await fetch("/new", { method: "POST", body: JSON.stringify(wish) });
    if (answer.ok) return null;
    return answer.status === 409 ? await answer.json() : { field: "", text: await answer.text() };
  } catch {
    return SILENT;
  }
}
