# SPDX-License-Identifier: GPL-3.0-or-later
"""The page says when its board is an emulated one, and how fast that is; and hands do not wait for a slow board."""

import threading

import chess
from desk import DEADLINE_S, House
from playwright.sync_api import expect


def test_an_emulated_chip_is_named_with_its_speed(tmp_path, browse):
    with House(tmp_path, chip="RP2040") as house:
        eyes = browse(house.url)
        eyes.is_connected()
        expect(eyes.page.locator(".pace")).to_have_text("Emulated RP2040, at 100 % of its speed")


def test_a_simulated_board_has_no_chip_to_name(house, browse):
    eyes = browse(house.url)
    eyes.is_connected()
    expect(eyes.page.locator(".pace")).to_be_hidden()


def test_a_man_is_carried_while_the_board_is_busy(house, browse):
    """Whatever the desk has to tell between the lift and the placement, the man is in the air already."""
    eyes = browse(house.url)
    eyes.is_connected()
    idle = threading.Event()
    house.table.desk._do_later(lambda: idle.wait(DEADLINE_S) and None)
    try:
        eyes.lift(eyes.square("e2"))
        house.table.hold("white action")  # somebody else does something, and every page is told
        expect(eyes.button("white action")).to_have_class("action held")
        eyes.put(eyes.square("e4"))
        eyes.stands("e4", "P")
        for _ in range(20 * DEADLINE_S):  # the page shows it before the desk has heard of it
            if chess.E4 in house.table.desk.view.squares:
                break
            eyes.page.wait_for_timeout(50)
        assert house.table.desk.view.squares.get(chess.E4) == "P"
    finally:
        idle.set()
    house.table.release("white action")
