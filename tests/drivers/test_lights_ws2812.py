# SPDX-License-Identifier: GPL-3.0-or-later
"""The light driver: which byte of a frame goes where in the chain."""

from boards import pico_reed

# High and low of a 0, high and low of a 1: datasheet WS2812B, ±150 ns.
BITS_NS = ((250, 550), (700, 1000), (650, 950), (300, 600))
ORDER = pico_reed.PARTS["lights"][1]["order"]


def show(driver, frame, turned):
    module = driver("lights_ws2812")
    lights = module.WS2812(pin=17, order=ORDER, turned=turned)
    lights.show(frame)
    ((pin, timing, wire),) = module.machine.sent
    assert pin == 17
    for took_ns, (least_ns, most_ns) in zip(timing, BITS_NS, strict=True):
        assert least_ns <= took_ns <= most_ns
    return wire


def one(square):
    frame = bytearray(192)
    frame[3 * square : 3 * square + 3] = b"RGB"
    return frame


def test_every_square_shines_where_its_light_is(driver):
    for square in range(64):
        wire = show(driver, one(square), turned=False)
        place = ORDER.index(square)
        assert wire[3 * place : 3 * place + 3] == b"GRB"
        assert wire.count(0) == 189


def test_turned_by_180_degrees_a1_is_where_h8_was(driver):
    wire = show(driver, one(0), turned=True)
    place = ORDER.index(63)
    assert wire[3 * place : 3 * place + 3] == b"GRB"


def test_the_frame_is_left_as_it_is(driver):
    frame = bytearray(range(192))
    show(driver, frame, turned=True)
    assert frame == bytearray(range(192))
