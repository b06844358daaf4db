// SPDX-License-Identifier: GPL-3.0-or-later
// The board's own buttons: down is down and up is up, so that a long press is as long as the finger stays.

/** Let pointers and keys hold every button in the element that has data-button. */
export function holdButtons(element, send) {
  for (const button of element.querySelectorAll("[data-button]")) {
    const name = button.dataset.button;
    button.setAttribute("aria-label", name);
    let down = false;

    const change = (to) => {
      if (down === to) return;
      down = to;
      send({ do: to ? "hold" : "release", button: name });
    };
    const hold = () => change(true);
    const release = () => change(false);

    button.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      button.setPointerCapture(event.pointerId);
      hold();
    });
    for (const type of ["pointerup", "pointercancel", "lostpointercapture", "blur"]) button.addEventListener(type, release);
    button.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      hold();
    });
    button.addEventListener("keyup", release);
    button.addEventListener("contextmenu", (event) => event.preventDefault()); // a long touch asks for it
    button.addEventListener("click", (event) => {
      if (event.detail === 0) { // neither pointer nor key: a screen reader's click
        hold();
        release();
      }
    });
  }
}
