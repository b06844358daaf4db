// SPDX-License-Identifier: GPL-3.0-or-later
// A clock face on a panel of 128 by 64 dots, as firmware/drivers/clockface_ssd1306.py draws it: the same table, and a
// test compares them dot by dot.

const WIDTH = 128;
const HEIGHT = 64;
const PITCH = 4; // of the canvas, in a dot: the page shows it smaller, and a dot must not fall between two of its own
const LIT = "#b4deff";
const COLON = 7;
const CUT = 3; // dots off every corner, so that segments end in points
const LEFTS = [0, 31, 71, 102]; // the first column of each cell
const SHAPES = [ // in a cell: bit, x, y, width, height
  [0, 4, 0, 18, 7],
  [1, 19, 4, 7, 27],
  [2, 19, 32, 7, 27],
  [3, 4, 56, 18, 7],
  [4, 0, 32, 7, 27],
  [5, 0, 4, 7, 27],
  [6, 4, 28, 18, 7],
  [COLON, 29, 14, 8, 8],
  [COLON, 29, 42, 8, 8],
];

export class Panel {
  constructor(element) {
    this.element = element;
    this.canvas = document.createElement("canvas");
    this.canvas.width = WIDTH * PITCH;
    this.canvas.height = HEIGHT * PITCH;
    this.canvas.setAttribute("aria-hidden", "true");
    element.classList.add("oled");
    element.replaceChildren(this.canvas);
  }

  /** Show four bytes; reads is the same as text. */
  show(bytes, reads) {
    const shown = bytes.join();
    if (this.shown !== shown) {
      this.shown = shown;
      this.#draw(bytes);
    }
    this.element.dataset.reads = reads;
    this.element.setAttribute("aria-label", `shows ${reads.trim() || "nothing"}`);
  }

  #draw(bytes) {
    const context = this.canvas.getContext("2d");
    context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    context.fillStyle = LIT;
    LEFTS.forEach((left, cell) => {
      for (const [bit, x, y, width, height] of SHAPES) {
        if (bytes[cell] >> bit & 1) segment(context, left + x, y, width, height);
      }
    });
  }
}

function segment(context, left, top, width, height) {
  for (let column = 0; column < width; column++) {
    const cut = Math.max(0, CUT - Math.min(column, width - 1 - column));
    for (let line = cut; line < height - cut; line++) {
      context.fillRect((left + column) * PITCH, (top + line) * PITCH, PITCH, PITCH);
    }
  }
}
