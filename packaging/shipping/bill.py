"""The bill of materials (SBOM, CycloneDX 1.6) of a frozen program: all libraries, and those in C within wheels."""

from __future__ import annotations

import os
import uuid
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from cyclonedx.factory.license import LicenseFactory
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output import make_outputter
from cyclonedx.schema import OutputFormat, SchemaVersion
from cyclonedx.validation import make_schemabased_validator
from inventory import OURS, Part
from packageurl import PackageURL

_VERSION = SchemaVersion.V1_6


def write_bill(path: Path, parts: Iterable[Part]) -> None:
    """Write the bill, the same for the same parts; raises `ValueError` where it does not follow its schema."""
    bom = Bom(serial_number=uuid.UUID(int=0))
    bom.metadata.timestamp = datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), UTC)
    own = None
    for part in parts:
        component = _component(part.name, part.version, part.licence, part.purl, part.name == OURS)
        if part.name == OURS:
            own = bom.metadata.component = component
        else:
            bom.components.add(component)
        within = [_within(part, one) for one in part.carried]
        for one in within:
            bom.components.add(one)
        bom.register_dependency(component, within)
    assert own is not None
    bom.register_dependency(own, [one for one in bom.components if "#" not in str(one.bom_ref.value)])
    bom.serial_number = uuid.uuid5(uuid.NAMESPACE_URL, "\n".join(sorted(str(one.bom_ref) for one in bom.components)))
    text = make_outputter(bom, OutputFormat.JSON, _VERSION).output_as_string(indent=1)
    wrong = make_schemabased_validator(OutputFormat.JSON, _VERSION).validate_str(text)
    if wrong is not None:
        raise ValueError(f"the bill of materials does not follow its schema: {wrong}")
    path.write_text(text + "\n", encoding="utf-8")


def _within(part: Part, told: Mapping[str, Any]) -> Component:
    purl = told.get("purl")
    found = _component(told["name"], told.get("version"), told.get("licences", ""), purl, False)
    found.bom_ref.value = f"{part.purl}#{told['name']}@{told.get('version', '')}"
    return found


def _component(name: str, version: str | None, licence: str, purl: str | None, program: bool) -> Component:
    return Component(
        name=name,
        version=version,
        type=ComponentType.APPLICATION if program else ComponentType.LIBRARY,
        purl=PackageURL.from_string(purl) if purl else None,
        licenses=[LicenseFactory().make_from_string(licence)] if licence else [],
        bom_ref=purl or name,
    )
