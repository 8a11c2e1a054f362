import threading
import time

import pytest
import torch

from pipeline.decoding.side_by_side import side_by_side


@pytest.fixture(params=[1, 2, 4])
def threads(request):
    before = torch.get_num_threads()
    torch.set_num_threads(request.param)
    yield request.param
    torch.set_num_threads(before)


def test_results_come_in_the_order_of_the_items(threads):
    def slower_for_the_first(item):
        time.sleep(0.02 if item == 0 else 0.0)
        return item * item

    assert list(side_by_side(slower_for_the_first, range(8))) == [n * n for n in range(8)]


def test_as_many_items_at_once_as_there_are_threads(threads):
    meeting = threading.Barrier(threads, timeout=10)
    assert list(side_by_side(lambda _: meeting.wait() >= 0, range(threads))) == [True] * threads


def test_each_item_has_one_thread_and_the_callers_come_back(threads):
    assert set(side_by_side(lambda _: torch.get_num_threads(), range(6))) == {1}
    assert torch.get_num_threads() == threads


def test_a_fault_comes_out_and_nothing_more_is_begun(threads):
    begun = []

    def fails_at_once(item):
        begun.append(item)
        if item == 0:
            raise KeyError(item)
        time.sleep(0.01)

    with pytest.raises(KeyError):
        list(side_by_side(fails_at_once, range(100)))
    assert len(begun) < 100
    assert torch.get_num_threads() == threads


def test_one_who_stops_listening_gets_the_threads_back(threads):
    results = side_by_side(lambda item: item, range(50))
    assert next(results) == 0
    results.close()
    assert torch.get_num_threads() == threads


def test_no_items_no_results():
    assert list(side_by_side(lambda item: item, [])) == []
