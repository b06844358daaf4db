# SPDX-License-Identifier: GPL-3.0-or-later
"""The drivers on the real image: what they do to the pins is what the virtual parts see."""

from random import Random


def test_boots_micropython_for_the_pico(bench):
    assert bench.run("import sys; print(sys.platform, sys.implementation.name)") == "rp2 micropython\r\n"


def test_the_matrix_reads_64_squares_and_five_buttons_through_the_pins(bench):
    bench.run("from drivers.sensors_matrix import Matrix\nmatrix = Matrix(**PARTS['sensors'][1])\nraw = bytearray(9)")
    random = Random(1)
    seen = [bytes(8), b"\xff" * 8, b"\xff\x00" * 4, *(random.randbytes(8) for _ in range(5))]
    seen += [(1 << square).to_bytes(8, "little") for square in range(64)]
    for number, occupied in enumerate(seen):
        buttons = number % 32
        bench.chip.sense(occupied, buttons)
        assert bench.run("matrix.scan_into(raw); print(raw.hex())").strip() == occupied.hex() + f"{buttons:02x}"
    assert 9 * 8 < bench.measure("lambda: matrix.scan_into(raw)") < 250


def test_lights_come_out_of_the_waveform(bench):
    bench.run("from drivers.lights_ws2812 import WS2812\nlights = WS2812(**PARTS['lights'][1])")
    random = Random(2)
    for frame in (random.randbytes(192), bytes(192), random.randbytes(192)):
        bench.run(f"import time\nframe = {frame!r}\nlights.show(frame)\ntime.sleep_ms(1)" if frame else "")
        assert bench.chip.lights == frame
    assert 1920 < bench.measure("lambda: lights.show(frame)") < 2300


def test_faces_come_out_of_their_wires(bench):
    bench.run("from drivers.clockface_tm1637 import TM1637\nfaces = TM1637(**PARTS['clockface'][1])")
    bench.run(r"faces.show(0, b'\x06\xbf\x3f\x6d'); faces.show(1, b'\x7f\x80\x01\x40')")
    bench.run("while faces.send():\n pass")
    assert bench.chip.faces == [b"\x06\xbf\x3f\x6d", b"\x7f\x80\x01\x40"]
    bench.run(
        "cells = bytearray(4)\ndef other():\n cells[0] ^= 1\n faces.show(0, cells)\n faces.send()\n"
        "def part():\n other()\n faces.send()\n"
    )
    assert bench.measure("part") < 1200  # two parts of an update: the one that waits for an answer, and cells


def test_a_face_that_does_not_answer_is_told(bench):
    bench.run(
        "def lost(cells):\n"
        " faces.show(0, cells)\n"
        " try:\n"
        "  while faces.send(): pass\n"
        " except OSError as error: print(error)\n"
    )
    face, dio = bench.chip._faces[0], bench.chip._device.mcu.gpio[19]
    acknowledge, face._acknowledge = face._acknowledge, lambda low: None
    assert bench.run("lost(b'\\x01\\x02\\x04\\x08')").strip() == "TM1637: White's face is lost: no answer"
    face._acknowledge = acknowledge
    assert bench.run("lost(b'\\x01\\x02\\x04\\x10')") == ""
    dio.set_input_value(False)
    assert bench.run("lost(b'\\x01\\x02\\x04\\x20')").strip() == "TM1637: White's face is lost: DIO is held low"
    dio.release_input()
    assert bench.run("lost(b'\\x01\\x02\\x04\\x40')") == ""
    assert bench.chip.faces[0] == b"\x01\x02\x04\x40"


def test_tones_come_out_of_the_waveform(bench):
    bench.run("from drivers.buzzer_pwm import PWM\nbuzzer = PWM(**PARTS['buzzer'][1])")
    bench.run("for hertz in (220, 0, 1760, 880, 0):\n buzzer.sound(hertz)\n time.sleep_ms(40)")
    heard = [tone for tone in bench.chip.tones if tone]
    assert [round(tone, -1) for tone in heard] == [220, 1760, 880]


def test_the_link_passes_bytes_unchanged_and_never_waits(bench):
    bench.run("from drivers.link_stdio import Stdio\nlink = Stdio()\nbuf = bytearray(64)")
    assert bench.measure("lambda: link.read_into(buf)") < 200
    every = bytes(byte for byte in range(256) if byte != 3)
    bench.transport.exec_raw_no_follow(
        f"left = {len(every)}\n"
        "while left:\n"
        " count = link.read_into(buf)\n"
        " if count: link.write(bytes(buf[:count])); left -= count\n"
    )
    bench.transport.serial.write(every)
    assert bench.transport.serial.read(len(every)) == every
    bench.transport.follow(10)


def test_the_ticker_counts_what_it_sleeps(bench):
    bench.run("from drivers.ticker_machine import Machine\nticker = Machine()\nticker.wait(0)")
    assert int(bench.run("ticker.wait(0); print(ticker.wait(20))")) == 20
    assert int(bench.run("ticker.wait(0); time.sleep_ms(30); print(ticker.wait(20))")) in (30, 31)


FILL = """
before = time.ticks_ms()
with open("/kept", "w") as file:
    file.write("x" * 6000)
print(time.ticks_diff(time.ticks_ms(), before))
"""


def test_flash_takes_its_time(bench):
    wear = bench.chip.flash_wear
    erases = wear.erases
    took_ms = int(bench.run(FILL))
    assert took_ms >= 45 * (wear.erases - erases) > 0
