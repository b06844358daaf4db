// SPDX-License-Identifier: GPL-3.0-or-later
// One WebSocket to the server, opened again for as long as the page lives. What is said while it is closed is lost: a hand
// that the board did not feel has not moved anything, and the next desk message says so.

const FIRST_MS = 250;
const LONGEST_MS = 4000;

/** Call hear(message) for every message and lose(text) when the server has gone; return the function that sends. */
export function connect(hear, lose) {
  let socket;
  let waitMs = FIRST_MS;

  function open() {
    socket = new WebSocket(`ws://${location.host}/socket`);
    socket.onmessage = (event) => {
      waitMs = FIRST_MS;
      hear(JSON.parse(event.data));
    };
    socket.onclose = () => {
      lose("The computer does not answer: is touchmove run still running?");
      setTimeout(open, waitMs);
      waitMs = Math.min(2 * waitMs, LONGEST_MS);
    };
  }

  open();
  return (message) => socket.readyState === WebSocket.OPEN && socket.send(JSON.stringify(message));
}
