// SPDX-License-Identifier: GPL-3.0-or-later
// Brings socket, desk and game together. What the messages say is written down in web/messages.py.

import { Arbiter } from "./arbiter.js";
import { Buzzer } from "./buzzer.js";
import { Desk } from "./desk.js";
import { Doctor } from "./doctor.js";
import { Game } from "./game.js";
import { Hands } from "./hands.js";
import { NewGame } from "./newgame.js";
import { Power } from "./power.js";
import { holdButtons } from "./buttons.js";
import { connect } from "./socket.js";

const send = connect(
  (message) => topics[message.topic]?.(message),
  (text) => game.showLink({ state: "lost", text }),
);
const buzzer = new Buzzer();
const desk = new Desk(document.getElementById("desk"));
const game = new Game(document.getElementById("game"), document.getElementById("link"));
const hands = new Hands(desk, send);
const newGame = new NewGame(document.getElementById("new"), document.getElementById("ask"), document.getElementById("coming"));
const arbiter = new Arbiter(document.getElementById("arbiter"), document.getElementById("rule"));
new Doctor(document.getElementById("board"));
const power = new Power(document.getElementById("desk"), send);
holdButtons(document.getElementById("desk"), send);

const topics = {
  desk: (message) => {
    hands.see(message);
    buzzer.sound(message.tone);
    power.see(message);
    game.pace = message.pace_pct / 100;
  },
  link: (message) => game.showLink(message),
  game: (message) => {
    game.show(message);
    newGame.see(message);
    arbiter.see(message);
  },
  acts: (message) => arbiter.offer(message),
  games: (message) => game.showKept(message),
};
