"""What the files in deploy/ say of each other, and of the server."""

import importlib.util
import json
import re
import tomllib
from itertools import chain
from typing import Any, Final

import msgspec
import pytest
from packaging.requirements import Requirement

from deploy import image
from deploy.composition import COMPOSE, SERVERS
from eights.config import Settings, from_environment
from eights.telemetry.families import BY_NAME

PROJECT: Final[dict[str, Any]] = tomllib.loads((image.ROOT / "pyproject.toml").read_text())
KUBERNETES: Final = image.DEPLOY / "kubernetes"
INSIDE: Final = {"/healthz", "/readyz", "/metrics"}
"""What is for those who run servers."""


def manifest(name: str) -> Any:
    return msgspec.yaml.decode((KUBERNETES / f"{name}.yaml").read_text())


def pins(name: str) -> list[tuple[Requirement, str]]:
    """What a lock file pins, each with the lines that follow it."""
    text = re.sub(r"^#.*\n", "", (image.DEPLOY / name).read_text(), flags=re.MULTILINE)
    found = re.findall(r"^(\S[^\\\n]*?) \\\n((?: +.*\n?)+)", text, re.MULTILINE)
    assert len(found) == len(re.findall(r"^\S", text, re.MULTILINE))
    return [(Requirement(pinned), hashes) for pinned, hashes in found]


@pytest.mark.parametrize(
    ("lock", "wanted"),
    [
        ("requirements.lock", PROJECT["project"]["dependencies"]),
        ("build.lock", PROJECT["build-system"]["requires"]),
    ],
)
def test_the_lock_files_pin_what_is_asked_for_by_hash_and_from_nowhere_in_particular(
    lock: str, wanted: list[str]
) -> None:
    pinned = pins(lock)
    for requirement in map(Requirement, wanted):
        versions = [pin.specifier for pin, _ in pinned if pin.name == requirement.name]
        assert versions, f"{requirement.name} is missing: run `make lock`"
        for [version] in versions:
            assert version.version in requirement.specifier, f"{requirement}: run `make lock`"
    for pin, hashes in pinned:
        assert [version.operator for version in pin.specifier] == ["=="]
        assert re.fullmatch(r"( +--hash=sha256:[0-9a-f]{64}( \\)?\n?)+", hashes), pin
    assert "://" not in (image.DEPLOY / lock).read_text()


def test_all_settings_are_the_servers() -> None:
    literals = chain.from_iterable(map_["literals"] for map_ in manifest("kustomization")["configMapGenerator"])
    unit = (image.DEPLOY / "systemd" / "eights.service").read_text()
    inherited = {name: text for name, text in image.environment().items() if name.startswith("EIGHTS_")}
    for settings in (
        inherited,
        *(COMPOSE[name]["environment"] for name in SERVERS),
        dict(literal.split("=", 1) for literal in literals),
        dict(re.findall(r"^Environment=(\w+)=(\S+)$", unit, re.MULTILINE)),
    ):
        assert settings
        from_environment(settings)


def test_the_version_is_the_packages() -> None:
    version = PROJECT["project"]["version"]
    assert {COMPOSE[name]["image"] for name in SERVERS} == {f"eights:{version}"}
    assert manifest("kustomization")["images"] == [{"name": "eights", "newTag": version}]


def test_kubernetes_runs_the_image_as_its_user_on_its_port() -> None:
    pod = manifest("deployment")["spec"]["template"]["spec"]
    [container] = pod["containers"]
    assert (pod["securityContext"]["runAsUser"], pod["securityContext"]["runAsGroup"]) == image.user()
    assert [str(port["containerPort"]) for port in container["ports"]] == [image.environment()["EIGHTS_PORT"]]
    assert "command" not in container
    assert "args" not in container


def test_prometheus_finds_in_the_annotations_what_the_server_answers() -> None:
    template = manifest("deployment")["spec"]["template"]
    said = {name.removeprefix("prometheus.io/"): text for name, text in template["metadata"]["annotations"].items()}
    assert said == {"scrape": "true", "port": image.environment()["EIGHTS_PORT"], "path": "/metrics"}


def test_kubernetes_gives_a_server_time_to_end() -> None:
    pod = manifest("deployment")["spec"]["template"]["spec"]
    before = pod["containers"][0]["lifecycle"]["preStop"]["sleep"]["seconds"]
    assert pod["terminationGracePeriodSeconds"] > before + 10


def test_what_is_documented_is_public_and_what_is_for_operators_is_not() -> None:
    [rule] = manifest("ingress")["spec"]["rules"]
    public = {entry["path"]: entry["pathType"] for entry in rule["http"]["paths"]}

    def is_public(path: str) -> bool:
        within = (path == top or path.startswith(f"{top}/") for top, kind in public.items() if kind == "Prefix")
        return path in public or any(within)

    documented = json.loads((image.ROOT / "openapi" / "openapi.json").read_text())["paths"]
    served = {*documented, "/", "/docs", "/docs/fairness", "/docs/ratings", "/openapi.json"}
    assert {path for path in served | INSIDE if not is_public(path)} == INSIDE


def test_what_the_page_on_sizing_names_is_there() -> None:
    page = (image.DEPLOY / "sizing.md").read_text()
    families, settings = set(re.findall(r"`(eights_\w+)`", page)), set(re.findall(r"`(EIGHTS_\w+)`", page))
    assert families
    assert families <= set(BY_NAME)
    assert settings
    assert settings <= set(Settings().as_environment())
    for module in re.findall(r"`python -m ([\w.]+)`", page):
        assert importlib.util.find_spec(module) is not None
    for target in re.findall(r"`make ([\w-]+)`", page):
        assert re.search(rf"^{target}:", (image.ROOT / "Makefile").read_text(), re.MULTILINE)
