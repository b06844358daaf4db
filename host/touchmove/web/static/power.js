// SPDX-License-Identifier: GPL-3.0-or-later
// The simulated board's plug: pulled out and put back. A cut may be shorter than the page looks, so it is counted.

const NOTE_MS = 8000;

export class Power {
  constructor(element, send) {
    this.wood = element.querySelector(".case");
    this.note = element.querySelector("#off");
    this.button = element.querySelector("#power");
    this.button.addEventListener("click", () => send({ do: "cut_power" }));
  }

  /** Take a desk message. */
  see({ on, cuts, problem }) {
    this.wood.classList.toggle("off", !on);
    this.button.textContent = problem ? "Switch on" : "Power cut";
    const before = this.cuts ?? cuts;
    if (on) this.cuts = cuts;
    if (!on) this.#say("The board is off.");
    else if (cuts !== before) this.#say("The board was off for a moment; it goes on where it was.", NOTE_MS);
    else if (!this.timer) this.#say("");
  }

  #say(text, forMs = 0) {
    clearTimeout(this.timer);
    this.timer = forMs ? setTimeout(() => this.#say(""), forMs) : 0;
    this.note.textContent = text;
    this.note.hidden = !text;
  }
}
