// SPDX-License-Identifier: GPL-3.0-or-later
// The board's buzzer: a square wave, as a cheap piezo makes it. A browser sounds nothing before it has been touched.

const SHORTEST_S = 0.02; // a tone that came and went between two messages is heard all the same

export class Buzzer {
  /** Sound a tone from now on; 0 is silence. */
  sound(hertz) {
    if (hertz === this.hertz) return;
    this.hertz = hertz;
    if (this.wave) {
      this.wave.stop(Math.max(this.context.currentTime, this.began + SHORTEST_S));
      this.wave = null;
    }
    if (!hertz || !navigator.userActivation?.hasBeenActive) return;
    this.context ??= new AudioContext();
    const gain = new GainNode(this.context, { gain: 0.04 });
    this.wave = new OscillatorNode(this.context, { type: "square", frequency: hertz });
    this.wave.connect(gain).connect(this.context.destination);
    this.began = this.context.currentTime;
    this.wave.start();
  }
}
