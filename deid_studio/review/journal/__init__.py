"""Journal: every decision on a folder's reports, kept so that none is lost, changed or made up in silence."""

from __future__ import annotations

from deid_studio.review.journal.store import Counts as Counts
from deid_studio.review.journal.store import Event as Event
from deid_studio.review.journal.store import EventKind as EventKind
from deid_studio.review.journal.store import Journal as Journal
from deid_studio.review.journal.store import Signature as Signature
from deid_studio.review.journal.store import Summary as Summary
from deid_studio.review.journal.store import signature_of as signature_of
