"""A trained model as a file."""

import pytest
import torch
from training_stand_ins import REPOSITORY, SYSTEM, closure

from pipeline.model.assembly import build_model
from pipeline.refusal import Refusal
from pipeline.training.checkpoint import load_model, save_model

SIZES = {"embedding": 4, "hidden": 6, "encoder_hidden": 6, "attention_size": 5, "readout_size": 4}
SMALL = SYSTEM.model_copy(update=SIZES)


@pytest.fixture
def model():
    torch.manual_seed(1)
    return build_model(SMALL, 9, 11)


def test_round_trip_in_another_folder(tmp_path, model):
    save_model(tmp_path / "a" / "model.pt", model, SMALL, 9, 11)
    (tmp_path / "a").rename(tmp_path / "b")
    again = load_model(tmp_path / "b" / "model.pt")
    assert not again.training
    assert again.state_dict().keys() == model.state_dict().keys()
    for name, tensor in model.state_dict().items():
        assert torch.equal(tensor, again.state_dict()[name])


def test_only_plain_values(tmp_path, model):
    save_model(tmp_path / "model.pt", model, SMALL, 9, 11)
    content = torch.load(tmp_path / "model.pt", weights_only=True)
    assert content["system"] == SMALL.model_dump()
    assert (content["source_vocabulary"], content["target_vocabulary"]) == (9, 11)


def test_same_weights_same_bytes(tmp_path, model):
    for name in ("one.pt", "another name.pt"):
        save_model(tmp_path / name, model, SMALL, 9, 11)
    assert (tmp_path / "one.pt").read_bytes() == (tmp_path / "another name.pt").read_bytes()


def test_missing(tmp_path):
    with pytest.raises(Refusal, match=r"model\.pt: missing"):
        load_model(tmp_path / "model.pt")


def rewritten(path, change):
    content = torch.load(path, weights_only=True)
    change(content)
    torch.save(content, path)


class Payload:
    """Something that would run code if it were unpickled."""

    def __reduce__(self):
        return (print, ("unpickled",))


@pytest.mark.parametrize(
    "break_it",
    [
        lambda path: path.write_bytes(b""),
        lambda path: path.write_bytes(b"not a model"),
        lambda path: path.write_bytes(path.read_bytes()[:500]),
        lambda path: torch.save([1, 2], path),
        lambda path: torch.save({"system": Payload()}, path),
        lambda path: rewritten(path, lambda content: content.pop("state")),
        lambda path: rewritten(path, lambda content: content["system"].pop("hidden")),
        lambda path: rewritten(path, lambda content: content.update(target_vocabulary=12)),
        lambda path: rewritten(path, lambda content: content.update(target_vocabulary="many")),
        lambda path: rewritten(path, lambda content: content.update(state=[])),
    ],
)
def test_broken_or_foreign(tmp_path, model, break_it, capfd):
    path = tmp_path / "model.pt"
    save_model(path, model, SMALL, 9, 11)
    break_it(path)
    with pytest.raises(Refusal, match=r"model\.pt: not a model of this version"):
        load_model(path)
    assert "unpickled" not in capfd.readouterr().out


def test_loading_imports_no_lightning():
    files = closure(REPOSITORY / "pipeline" / "training" / "checkpoint.py")
    assert len(files) > 10
    lines = [line for path in files for line in path.read_text(encoding="utf-8").splitlines()]
    imports = [line for line in lines if line.lstrip().startswith(("import ", "from "))]
    assert [line for line in imports if "lightning" in line] == []
