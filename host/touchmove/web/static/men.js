// SPDX-License-Identifier: GPL-3.0-or-later
// Men and squares by name, for eyes and for screen readers.

const KINDS = { p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king" };

export const EMPTY = ".";

export function manName(letter) {
  return `${isWhite(letter) ? "white" : "black"} ${KINDS[letter.toLowerCase()]}`;
}

export function isWhite(letter) {
  return letter === letter.toUpperCase();
}

export function squareName(index) {
  return "abcdefgh"[index & 7] + ((index >> 3) + 1);
}

/** Return a picture of a man that no pointer can hit: what stands under it is what is touched. */
export function picture(letter, alt = "") {
  const image = document.createElement("img");
  image.className = "man";
  image.draggable = false;
  image.alt = alt;
  setMan(image, letter);
  return image;
}

export function setMan(image, letter) {
  if (image.dataset.man !== letter) {
    image.dataset.man = letter;
    image.src = `/piece/${letter}.svg`;
  }
}
