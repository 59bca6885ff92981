"""CSV: what a spreadsheet would run is text."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eights.web.sheets import csv_of

RUN = ("=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "  =1", "\r=1", "\n=1", "\uff1d1", "\u00a0=1")


@pytest.mark.parametrize("cell", RUN)
def test_what_a_spreadsheet_would_run_has_an_apostrophe_in_front(cell: str) -> None:
    [[read]] = csv.reader(io.StringIO(csv_of([(cell,)]).decode(), newline=""))
    assert read == f"'{cell}"


@pytest.mark.parametrize("cell", ["a;=1", "a ; +1", "a;@SUM(A1)", "a;b;-1", "a;;=1"])
def test_what_would_stand_in_front_where_cells_are_parted_by_semicolons_has_one_too(cell: str) -> None:
    [[read]] = csv.reader(io.StringIO(csv_of([(cell,)]).decode(), newline=""))
    assert read.replace("'", "") == cell
    assert not [part for part in read.split(";") if part.strip().startswith(("=", "+", "-", "@"))]


@pytest.mark.parametrize(
    "cell", ["Ana", "a=1", "Ana; Ben", "a;1", "Ana, Ben", 'say "eight"', "é", "bot:steady:2", "1-0"]
)
def test_other_texts_stay_as_they_are(cell: str) -> None:
    [[read]] = csv.reader(io.StringIO(csv_of([(cell,)]).decode(), newline=""))
    assert read == cell


def test_numbers_stay_numbers_and_nothing_is_nothing() -> None:
    assert csv_of([(-2, 0.5, None)]) == b"-2,0.5,\r\n"


@given(st.lists(st.lists(st.text(), min_size=2, max_size=2), max_size=5))
def test_every_cell_comes_back_and_none_is_run(rows: list[list[str]]) -> None:
    read = list(csv.reader(io.StringIO(csv_of(rows).decode("utf-8", "surrogatepass"), newline="")))
    assert [[cell.replace("'", "") for cell in row] for row in read] == [
        [cell.replace("'", "") for cell in row] for row in rows
    ]
    parts = [part for row in read for cell in row for part in cell.split(";")]
    assert not [part for part in parts if part.strip().startswith(("=", "+", "-", "@"))]
