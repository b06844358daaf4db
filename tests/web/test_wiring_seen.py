# SPDX-License-Identifier: GPL-3.0-or-later
"""The sheets of wiring as a browser draws them: no text runs into another one, over its box or off the paper."""

import pytest

from touchmove.compiler import load_board
from touchmove.wiring import files, sheets

BOARDS = ("pico_reed", "pico_w_oled")

# Boxes of all texts, each with what it says, and the box that it has to stay in: its part's, else the paper.
LOOK = """() => [...document.querySelectorAll('text')].map(text => {
  const part = text.closest('g.part'), inside = part && part.querySelector('rect').getBoundingClientRect();
  const own = text.getBoundingClientRect(), middle = own.top + own.height / 2;
  const is_in = inside && inside.top < middle && middle < inside.bottom;
  const box = is_in ? inside : text.ownerSVGElement.getBoundingClientRect();
  const edges = ({left, top, right, bottom}) => [left, top, right, bottom];
  return {says: text.textContent, own: edges(own), box: edges(box)};
})"""


@pytest.mark.parametrize("name", BOARDS)
def test_every_text_can_be_read(browse, tmp_path, name):
    drawn = sheets.draw(sheets.wired(load_board(name)))
    for path in files.write(name, drawn, tmp_path):
        texts = browse(path.as_uri()).page.evaluate(LOOK)
        assert len(texts) > 80
        for number, text in enumerate(texts):
            left, top, right, bottom = text["own"]
            box = text["box"]
            assert box[0] <= left + 0.5, text
            assert right <= box[2] + 0.5, text
            assert box[1] <= top + 4, text  # a box of text is higher than its letters
            assert bottom <= box[3] + 4, text
            for other in texts[number + 1 :]:
                x = min(right, other["own"][2]) - max(left, other["own"][0])
                y = min(bottom, other["own"][3]) - max(top, other["own"][1])
                assert x <= 0.5 or y <= 3, f"{path.name}: {text['says']} and {other['says']}"


def test_one_page_prints_all_sheets(browse, tmp_path):
    drawn = sheets.draw(sheets.wired(load_board("pico_reed")))
    (path,) = files.write("pico_reed", drawn, tmp_path / "all.html")
    page = browse(path.as_uri()).page
    pdf = page.pdf(prefer_css_page_size=True)
    assert pdf.count(b"/Type /Page\n") == len(drawn) == 3
