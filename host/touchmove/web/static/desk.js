// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the desk: wood, lights, men, tray, men in the air, clock faces. It knows what it shows and nothing of hands.

import { EMPTY, isWhite, manName, picture, setMan, squareName } from "./men.js";
import { Panel } from "./oled.js";
import { Face } from "./segments.js";

const ORDER = "KQRBNPkqrbnp";
export const LOOKS = { tm1637: Face, ht16k33: Face, virtual: Face, ssd1306: Panel }; // by part of a board

export class Desk {
  constructor(element) {
    this.element = element;
    this.board = element.querySelector(".board");
    this.tray = element.querySelector(".tray");
    this.hand = element.querySelector(".hand");
    this.hint = element.querySelector(".hint");
    this.problem = element.querySelector(".problem");
    this.pace = element.querySelector(".pace");
    this.buttons = [...element.querySelectorAll("[data-button]")];
    this.faces = [];
    this.squares = this.#makeSquares();
    this.trays = this.#makeTrays();
    this.#label(element.querySelector(".files"), [..."abcdefgh"]);
    this.#label(element.querySelector(".ranks"), [..."87654321"]);
    document.body.append(this.sky = document.createElement("div"));
    this.sky.className = "sky";
  }

  /** Show a desk message. flying: keys of men that follow a pointer; chosen: key of the man to be put down next. */
  show(desk, flying, chosen) {
    this.element.hidden = false;
    for (let index = 0; index < 64; index++) this.#showSquare(index, desk.squares[index], desk);
    this.#showTray(desk.tray);
    this.#showHand(desk.hand.filter(([key]) => !flying.has(key)), chosen);
    if (!this.faces.length) this.faces = this.#makeFaces(desk.look);
    this.faces.forEach((face, side) => face.show(desk.faces[side], desk.reads[side]));
    for (const button of this.buttons) button.classList.toggle("held", desk.buttons.includes(button.dataset.button));
    this.problem.textContent = desk.problem;
    this.problem.hidden = !desk.problem;
    this.pace.textContent = `Emulated ${desk.chip}, at ${desk.pace_pct} % of its speed`;
    this.pace.hidden = !desk.chip;
  }

  #makeFaces(look) {
    const Look = LOOKS[look];
    return [0, 1].map((side) => new Look(this.element.querySelector(`.face[data-side="${side}"]`)));
  }

  #makeSquares() {
    const squares = [];
    for (let rank = 7; rank >= 0; rank--) {
      const row = document.createElement("div");
      row.setAttribute("role", "row");
      for (let file = 0; file < 8; file++) {
        const index = rank * 8 + file;
        const square = document.createElement("div");
        square.className = `square ${(rank + file) % 2 ? "light" : "dark"}`;
        square.dataset.square = squareName(index);
        square.setAttribute("role", "gridcell");
        square.tabIndex = index === 4 ? 0 : -1;
        // No two squares are cut from the same place of the plank.
        square.style.backgroundPosition = `${(index * 197) % 640}px ${(index * 331) % 640}px`;
        const light = document.createElement("i");
        light.className = "glow";
        square.append(light);
        row.append(square);
        squares[index] = { element: square, light, man: null };
      }
      this.board.append(row);
    }
    return squares;
  }

  #makeTrays() {
    const stacks = {};
    for (const letters of [ORDER.slice(6), ORDER.slice(0, 6)]) {
      const side = document.createElement("div");
      side.className = `stacks ${isWhite(letters[0]) ? "white" : "black"}`;
      for (const letter of letters) {
        const stack = document.createElement("button");
        stack.type = "button";
        stack.className = "stack";
        stack.dataset.letter = letter;
        stack.append(picture(letter), document.createElement("b"));
        side.append(stack);
        stacks[letter] = stack;
      }
      this.tray.append(side);
    }
    return stacks;
  }

  #showSquare(index, letter, desk) {
    const square = this.squares[index];
    const name = squareName(index);
    const colour = desk.colours[name] ?? "";
    if (letter === EMPTY) {
      square.man?.remove();
      square.man = null;
    } else if (square.man) {
      setMan(square.man, letter);
    } else {
      square.element.append(square.man = picture(letter));
    }
    const rgb = desk.lights.slice(index * 6, index * 6 + 6);
    if (square.rgb !== rgb) {
      square.rgb = rgb;
      this.#light(square.light, rgb);
    }
    square.element.dataset.light = colour;
    square.element.setAttribute("aria-label", [name, letter === EMPTY ? "empty" : manName(letter), colour].filter(Boolean).join(", "));
  }

  /** A light is judged by eye: its colour at full strength, its strength by the square root of what the board gives it. */
  #light(element, rgb) {
    const levels = [0, 2, 4].map((at) => parseInt(rgb.slice(at, at + 2), 16));
    const most = Math.max(...levels);
    element.style.setProperty("--strength", Math.sqrt(most / 255).toFixed(3));
    if (most) element.style.setProperty("--colour", levels.map((level) => Math.round(level * 255 / most)).join(" "));
  }

  #showTray(tray) {
    for (const letter of ORDER) {
      const count = tray.split(letter).length - 1;
      const stack = this.trays[letter];
      stack.disabled = !count;
      stack.querySelector("b").textContent = count > 1 ? count : "";
      stack.setAttribute("aria-label", `${manName(letter)}, ${count} in the tray`);
    }
  }

  #showHand(men, chosen) {
    const shown = men.map(([key]) => key).join();
    if (this.shownHand !== shown) {
      this.shownHand = shown;
      this.hand.replaceChildren(...men.map(([key, letter]) => {
        const button = document.createElement("button");
        button.type = "button";
        button.dataset.key = key;
        button.setAttribute("aria-label", `${manName(letter)} in the air`);
        button.append(picture(letter));
        return button;
      }));
    }
    for (const button of this.hand.children) {
      button.setAttribute("aria-pressed", button.dataset.key === chosen);
    }
  }

  #label(element, names) {
    element.replaceChildren(...names.map((name) => {
      const label = document.createElement("span");
      label.textContent = name;
      return label;
    }));
  }
}
