"""How figures are drawn: told apart in grey, read on white, named where they stand."""

from __future__ import annotations

import matplotlib.pyplot as plt
import numpy as np
import pytest

from pipeline.reporting.estimate import Estimate
from pipeline.reporting.figures.alignment import Alignment, draw_alignments
from pipeline.reporting.figures.direct_labels import spread
from pipeline.reporting.figures.lengths import Histogram, draw_lengths
from pipeline.reporting.figures.lines import Axis, Series, draw_lines, in_panels
from pipeline.reporting.figures.points import Point, Scale, draw_points
from pipeline.reporting.figures.style import COLOURS, TOGETHER, lines_of


def test_labels_are_moved_apart_and_keep_their_order():
    moved = spread([0.50, 0.52, 0.10, 0.51], 0.06)
    assert moved[2] == 0.10
    assert moved[0] < moved[3] < moved[1]
    gaps = np.diff(sorted(moved)[1:])
    assert gaps == pytest.approx([0.06, 0.06])
    assert np.mean([moved[0], moved[1], moved[3]]) == pytest.approx(0.51)
    assert spread([0.2, 0.9], 0.06) == [0.2, 0.9]


def test_no_two_systems_are_drawn_alike():
    families = {"a-30": "a", "a-50": "a", "b-50": "b", "a-dot-50": "a"}
    caps = {"a-30": 30, "a-50": 50, "b-50": 50, "a-dot-50": 50}
    drawn = lines_of(families, caps)
    assert len({(one.colour, one.marker, one.dashes) for one in drawn.values()}) == 4
    assert drawn["a-50"].colour == drawn["a-30"].colour != drawn["b-50"].colour
    assert drawn["a-50"].dashes == ()


def test_colours_can_be_read_on_white_and_told_apart_in_grey():
    luminances = [
        sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
        for linear in (
            [(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4) for part in one]
            for one in COLOURS
        )
    ]
    assert all(1.05 / (luminance + 0.05) >= 4.5 for luminance in luminances)  # WCAG's contrast
    lightnesses = sorted(116 * luminance ** (1 / 3) - 16 for luminance in luminances[:3])
    assert np.diff(lightnesses).min() > 8  # CIE's L*, 0 to 100


def test_points_say_their_interval_their_seeds_and_the_paper_s_value():
    line = lines_of({"a-50": "a"}, {"a-50": 50})["a-50"]
    value = Estimate(21.0, 20.0, 22.0, "BLEU", ((1, 20.5), (2, 21.5)))
    points = [Point("a-50", value, line, paper=17.82), Point("b-50", value.negated(), line)]
    figure = draw_points(points, Scale("BLEU", 1), [(12.0, "another")])
    (axes,) = figure.axes
    texts = [text.get_text() for text in axes.texts]
    assert texts == ["21.0 [20.0, 22.0]", "paper 17.82", "-21.0 [-22.0, -20.0]", "another"]
    assert any(list(drawn.get_xdata()) == [20.5, 21.5] for drawn in axes.lines)
    plt.close(figure)


def test_a_long_line_has_markers_that_do_not_meet_those_of_the_next():
    places = tuple(float(place) for place in range(31))
    drawn = lines_of({"a": "a", "b": "b"}, {"a": 50, "b": 50})
    series = [Series(slug, places, places, places, places, drawn[slug]) for slug in ("a", "b")]
    figure = draw_lines(series, Axis("x", "y"))
    marked = [set(places[slice(first, None, step)]) for first, step in
              (line.get_markevery() for line in figure.axes[0].lines)]  # fmt: skip
    assert all(8 <= len(places) <= 12 for places in marked)
    assert not marked[0] & marked[1]
    plt.close(figure)


def test_no_band_is_cut_where_every_system_has_a_panel():
    slugs = [f"{letter}-50" for letter in "abcdefg"]
    drawn = lines_of(dict.fromkeys(slugs, "a"), dict.fromkeys(slugs, 50))
    places, flat = (0.0, 1.0), (10.0, 10.0)
    series = [
        Series(slug, places, flat, (9.0, 9.0), (11.0 + 4 * index, 11.0), drawn[slug])
        for index, slug in enumerate(slugs)
    ]
    figure = draw_lines(series, Axis("x", "y"))
    panels = [axes for axes in figure.axes if axes.get_visible()]
    assert len(panels) == len(slugs) > TOGETHER
    assert all(axes.get_ylim()[0] == 0 and axes.get_ylim()[1] >= 35 for axes in panels)
    plt.close(figure)


def test_a_caption_speaks_of_panels_only_where_there_are_some():
    slugs = [f"{number}-50" for number in range(TOGETHER)]
    drawn = list(lines_of(dict.fromkeys(slugs, "a"), dict.fromkeys(slugs, 50)).values())[:4]
    assert in_panels(drawn) == ""
    assert "panel of its own" in in_panels(drawn * 2)
    assert "panel of its own" in in_panels([drawn[0], drawn[0]])


def test_lines_that_are_drawn_alike_share_no_axes():
    line = lines_of({"a": "a"}, {"a": 50})["a"]
    places = (0.0, 1.0)
    series = [Series(slug, places, places, places, places, line) for slug in ("a", "b")]
    figure = draw_lines(series, Axis("x", "y"))
    assert [axes.get_title(loc="left") for axes in figure.axes if axes.get_visible()] == ["a", "b"]
    plt.close(figure)


def test_no_word_beside_an_alignment_is_cut_off():
    shapes = (
        (18, 18, "treulich", "covenant"),
        (19, 15, "Herrlichkeit", "delivered"),
        (10, 11, "auserwählt", "called"),
        (15, 14, "getauft", "should"),
    )
    found = [
        Alignment(
            str(down),
            (source, *["an"] * (across - 1)),
            (target, *["to"] * (down - 1)),
            np.eye(down, across),
        )
        for down, across, source, target in shapes
    ]
    figure = draw_alignments(found)
    figure.draw_without_rendering()  # lays out, as saving does
    words = [
        word
        for axes in figure.axes[: len(shapes)]
        for word in (*axes.get_xticklabels(), *axes.get_yticklabels())
    ]
    inside = figure.bbox.padded(0.5)
    corners = [corner for word in words for corner in word.get_window_extent().corners()]
    assert all(inside.contains(*corner) for corner in corners)
    plt.close(figure)


def test_both_languages_are_named_in_full_colour_clear_of_the_caps():
    sides = [Histogram(name, (0.5, 10.5, 20.5, 90.5), (0.5, 0.4, 0.1)) for name in ("de", "en")]
    figure = draw_lengths(sides, [10, 20], 90)
    (axes,) = figure.axes
    names = axes.get_legend().get_texts()
    assert [(name.get_text(), name.get_color()) for name in names] == [
        ("de", COLOURS[0]),
        ("en", COLOURS[1]),
    ]
    figure.draw_without_rendering()
    left = axes.get_legend().get_window_extent().x0
    assert left > axes.transData.transform((20.5, 0))[0]
    plt.close(figure)
