// SPDX-License-Identifier: GPL-3.0-or-later
// Hands on the wood: any man anywhere, several at once. A pointer that goes down on a man lifts him at that moment; where
// it comes up, he is put down. One that has not moved leaves him in the air, to be put down by the next touch. The page
// shows at once what a hand does; the next desk message says what the wood made of it.

import { EMPTY, manName, picture, squareName } from "./men.js";

const STILL_PX = 6; // less is a click, not a drag
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

export class Hands {
  constructor(view, send) {
    this.view = view;
    this.send = send;
    this.desk = null; // the newest desk message, with what our own hands have done since
    this.flights = new Map(); // by pointer
    this.origins = new Map(); // square that a man in the air came from, by key
    this.chosen = null;
    this.count = 0;
    this.page = Math.random().toString(36).slice(2, 10);
    const area = view.element;
    area.addEventListener("pointerdown", (event) => this.#down(event));
    area.addEventListener("pointermove", (event) => this.#move(event));
    area.addEventListener("pointerup", (event) => this.#up(event));
    area.addEventListener("pointercancel", (event) => this.#end(event.pointerId));
    area.addEventListener("keydown", (event) => this.#key(event));
    area.addEventListener("click", (event) => event.detail === 0 && this.#activate(event.target));
    area.addEventListener("contextmenu", (event) => this.#thing(event.target) && event.preventDefault());
    view.board.addEventListener("focusin", (event) => this.#rove(event.target));
    area.querySelector("#array").addEventListener("click", () => send({ do: "set_up" }));
    area.querySelector("#away").addEventListener("click", () => this.#drop(this.#next()));
    this.away = area.querySelector("#away");
  }

  /** Take a desk message. */
  see(desk) {
    this.desk = { ...desk, squares: [...desk.squares] };
    this.#show();
  }

  #show() {
    const inAir = this.#inAir();
    for (const key of this.origins.keys()) if (!this.desk.hand.some(([other]) => other === key)) this.origins.delete(key);
    if (!inAir.some(([key]) => key === this.chosen)) this.chosen = null;
    const flying = new Set([...this.flights.values()].map((flight) => flight.key));
    this.view.show(this.desk, flying, inAir.length > 1 ? this.chosen : null);
    this.away.hidden = !inAir.length;
    this.view.element.classList.toggle("holding", inAir.length > 0);
    if (!inAir.length) this.#say("");
  }

  /** Men in the air that no pointer carries. */
  #inAir() {
    const flying = new Set([...this.flights.values()].map((flight) => flight.key));
    return this.desk.hand.filter(([key]) => !flying.has(key));
  }

  /** Return the key of the man to put down on a square: the chosen one, else the first that did not come from there. */
  #next(name) {
    const keys = this.#inAir().map(([key]) => key);
    return this.chosen ?? keys.find((key) => this.origins.get(key) !== name) ?? keys[0];
  }

  /** Return what can be touched at an element: a square, a stack of the tray, a man in the air; the tray takes men. */
  #thing(element) {
    return element?.closest?.(".square, .stack:enabled, .hand button, .tray") ?? null;
  }

  #down(event) {
    const thing = this.#thing(event.target);
    if (!thing || event.button !== 0 || !this.desk) return;
    const square = thing.dataset.square;
    let key = thing.dataset.key;
    if (square && this.#letterOn(square) === EMPTY) {
      this.#place(this.#next(square), square);
      return;
    }
    if (square) key = this.#lift(square);
    else if (thing.dataset.letter && this.#inAir().length === 0) key = this.#take(thing.dataset.letter);
    else if (!key) this.#drop(this.#next());
    if (!key || !this.#letterOf(key)) return;
    event.preventDefault();
    (square ? thing : document.activeElement)?.focus?.({ preventScroll: true });
    this.view.element.setPointerCapture(event.pointerId); // the element touched may vanish, the desk does not
    const image = picture(this.#letterOf(key));
    this.flights.set(event.pointerId, { key, image, x: event.clientX, y: event.clientY, moved: false, started: thing });
    this.view.sky.append(image);
    this.#fly(event);
    this.#show();
  }

  #move(event) {
    const flight = this.flights.get(event.pointerId);
    if (!flight) return;
    flight.moved ||= Math.hypot(event.clientX - flight.x, event.clientY - flight.y) > STILL_PX;
    this.#fly(event);
  }

  #up(event) {
    const flight = this.#end(event.pointerId);
    if (!flight) return;
    if (!flight.moved) {
      if (flight.started.dataset.key) this.chosen = this.chosen === flight.key ? null : flight.key;
      this.#say(`${manName(this.#letterOf(flight.key) ?? "p")} in the air`);
    } else {
      const thing = this.#thing(document.elementFromPoint(event.clientX, event.clientY));
      if (thing?.dataset.square) this.#place(flight.key, thing.dataset.square);
      else if (!thing?.dataset.key) this.#drop(flight.key);
    }
    this.#show();
  }

  #end(pointer) {
    const flight = this.flights.get(pointer);
    this.flights.delete(pointer);
    flight?.image.remove();
    if (flight) this.#show();
    return flight;
  }

  #fly(event) {
    const image = this.flights.get(event.pointerId).image;
    // A finger hides what is under it: the man flies above it.
    const above = event.pointerType === "touch" ? 0.9 : 0.55;
    image.style.transform = `translate(${event.clientX}px, ${event.clientY}px) translate(-50%, ${-100 * above}%)`;
  }

  #key(event) {
    const square = event.target.dataset.square;
    if (event.key === "Enter" || event.key === " ") {
      if (event.target.dataset.button || event.target.classList.contains("plain")) return;
      if (this.#activate(event.target)) event.preventDefault();
    } else if (event.key === "Delete" || event.key === "Backspace") {
      this.#drop(this.#next());
    } else if (square && STEPS[event.key]) {
      event.preventDefault();
      const file = "abcdefgh".indexOf(square[0]) + STEPS[event.key][0];
      const rank = square[1] - 1 + STEPS[event.key][1];
      if (file >= 0 && file < 8 && rank >= 0 && rank < 8) this.view.squares[rank * 8 + file].element.focus();
    }
  }

  /** Do without a pointer what a click would do; return whether there was something to do. */
  #activate(element) {
    const thing = this.#thing(element);
    if (!thing || !this.desk) return false;
    const { square, key, letter } = thing.dataset;
    if (square && this.#letterOn(square) !== EMPTY) this.#lift(square);
    else if (square) this.#place(this.#next(square), square);
    else if (key) this.chosen = this.chosen === key ? null : key;
    else if (letter) this.#take(letter);
    this.#show();
    return true;
  }

  #rove(square) {
    for (const { element } of this.view.squares) element.tabIndex = element === square ? 0 : -1;
  }

  #lift(name) {
    const letter = this.#letterOn(name);
    const key = this.#newKey();
    this.desk.squares[this.#index(name)] = EMPTY;
    this.desk.hand.push([key, letter]);
    this.origins.set(key, name);
    this.send({ do: "lift", square: name, key });
    this.#say(`${manName(letter)} in the air`);
    return key;
  }

  #take(letter) {
    const key = this.#newKey();
    this.desk.tray = this.desk.tray.replace(letter, "");
    this.desk.hand.push([key, letter]);
    this.send({ do: "take", letter, key });
    this.#say(`${manName(letter)} in the air`);
    return key;
  }

  #place(key, name) {
    const letter = this.#letterOf(key);
    if (!letter) return;
    if (this.#letterOn(name) !== EMPTY) {
      this.#say(`${name} is taken: lift the ${manName(this.#letterOn(name))} as well`);
      this.#shake(this.view.squares[this.#index(name)].element);
      return;
    }
    this.desk.squares[this.#index(name)] = letter;
    this.#leaveHand(key);
    this.send({ do: "place", square: name, key });
  }

  #drop(key) {
    const letter = this.#letterOf(key);
    if (!letter) return;
    this.desk.tray += letter;
    this.#leaveHand(key);
    this.send({ do: "drop", key });
  }

  #leaveHand(key) {
    this.desk.hand = this.desk.hand.filter(([other]) => other !== key);
    this.#show();
  }

  #letterOf(key) {
    return this.desk.hand.find(([other]) => other === key)?.[1];
  }

  #letterOn(name) {
    return this.desk.squares[this.#index(name)];
  }

  #index(name) {
    return (name[1] - 1) * 8 + "abcdefgh".indexOf(name[0]);
  }

  #newKey() {
    return `${this.page}-${++this.count}`;
  }

  #shake(element) {
    element.classList.remove("refused");
    void element.offsetWidth; // starts the animation anew
    element.classList.add("refused");
  }

  #say(text) {
    this.view.hint.textContent = text;
  }
}
