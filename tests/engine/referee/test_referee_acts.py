"""Every kind of act is known to the judge, the readers and the log."""

from typing import get_args

from engine.modes.classic import log as classic_log
from engine.referee import acts, judge
from engine.referee.acts import Act, Overtime, Rack


def test_every_act_has_its_handler_its_record_and_its_line_in_the_log():
    kinds = set(get_args(Act))
    assert set(judge.HANDLERS) == kinds
    assert set(acts._NAMES) == kinds
    assert acts._READERS.keys() == acts._KEYS.keys() == set(acts._NAMES.values())
    # Racks and overtime are not lines of the log.
    assert set(classic_log._TOLD) == kinds - {Rack, Overtime}
