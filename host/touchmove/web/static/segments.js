// SPDX-License-Identifier: GPL-3.0-or-later
// A clock face of four seven-segment cells with a colon, lit by the very bytes that the board sends to its display.
//
//     a      bit 0 = a … bit 6 = g, bit 7 of the second cell = the colon
//   f   b
//     g
//   e   c
//     d

const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 38; // of a cell; its digit is 24 by 44
const COLON = 0x80;
const SHAPES = [
  "4,1 20,1 22,3 19,6 5,6 2,3",
  "23,4 25,6 25,19 23,21 20,18 20,7",
  "23,23 25,25 25,38 23,40 20,37 20,26",
  "5,38 19,38 22,41 20,43 4,43 2,41",
  "1,23 4,26 4,37 1,40 -1,38 -1,25",
  "1,4 4,7 4,18 1,21 -1,19 -1,6",
  "4,19.5 20,19.5 22.5,22 20,24.5 4,24.5 1.5,22",
];

export class Face {
  constructor(element) {
    this.element = element;
    const svg = make("svg", { viewBox: `-6 -7 ${4 * WIDTH + 18} 58`, "aria-hidden": "true" });
    const slanted = make("g", { transform: "skewX(-5) translate(3 0)" });
    this.cells = [0, 1, 2, 3].map((cell) => {
      const x = cell * WIDTH + (cell > 1 ? 12 : 0);
      const group = make("g", { transform: `translate(${x} 0)` });
      const segments = SHAPES.map((points) => make("polygon", { points }));
      group.append(...segments);
      slanted.append(group);
      return segments;
    });
    const dots = [12, 32].map((y) => make("circle", { cx: 2 * WIDTH + 1.5, cy: y, r: 3 }));
    slanted.append(...dots);
    this.dots = dots;
    svg.append(slanted);
    element.replaceChildren(svg);
  }

  /** Show four bytes; reads is the same as text. */
  show(bytes, reads) {
    this.cells.forEach((segments, cell) => {
      segments.forEach((segment, bit) => segment.classList.toggle("lit", (bytes[cell] >> bit & 1) === 1));
    });
    this.dots.forEach((dot) => dot.classList.toggle("lit", (bytes[1] & COLON) !== 0));
    this.element.dataset.reads = reads;
    this.element.setAttribute("aria-label", `shows ${reads.trim() || "nothing"}`);
  }
}

function make(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}
