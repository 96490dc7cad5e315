"""Release limits: what an administrator allows to be released from this computer, and a release held to it."""

from __future__ import annotations

import os
from pathlib import Path

from deid_studio.errors import ReleaseForbiddenError
from deid_studio.release.policy import Policy, own_policies, policies_for_all
from deid_studio.review.releasing.release_request import ReleaseRequest
from deid_studio.settings import administered
from deid_studio.texts import Text


def allowed_policies() -> tuple[Policy, ...]:
    """The policies that a person may release by: all, or those that were allowed as they are for all users."""
    names = administered().release.policies
    if names is None:
        return (*policies_for_all(), *own_policies())
    return tuple(one for one in policies_for_all() if one.name in names)


def refuse_forbidden(request: ReleaseRequest) -> None:
    """Raise `ReleaseForbiddenError` for a release by another policy than is allowed, whatever it is called, with codes
    or a vault where nothing may be brought back, or of what nobody reviewed where that may not leave."""
    fixed = administered()
    limits = fixed.release
    if limits.policies is not None and request.policy not in allowed_policies():
        listed = ", ".join(limits.policies) or "–"
        raise ReleaseForbiddenError(detail=Text("allowed policies are {listed}", listed=listed), by=fixed.by)
    if not limits.reversible and (request.vault is not None or request.policy.codes(request.project.tagset)):
        raise ReleaseForbiddenError(detail=Text("codes and vaults, which bring the originals back"), by=fixed.by)
    if not limits.unreviewed and request.unreviewed:
        raise ReleaseForbiddenError(detail=Text("reports that nobody reviewed"), by=fixed.by)


def refuse_elsewhere(out: Path) -> None:
    """Raise `ReleaseForbiddenError` for a folder that is not below those that releases may go to."""
    fixed = administered()
    folders = fixed.release.folders
    target = Path(os.path.realpath(out))
    if folders is not None and not any(target.is_relative_to(os.path.realpath(one)) for one in folders):
        listed = ", ".join(map(str, folders)) or "–"
        raise ReleaseForbiddenError(detail=Text("allowed folders are {listed}", listed=listed), by=fixed.by)
