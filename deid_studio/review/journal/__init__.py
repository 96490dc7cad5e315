"""Journal: every decision on a folder's reports, kept so that none is lost, changed or made up in silence."""

from __future__ import annotations

from deid_studio.review.journal.events import Counts as Counts
from deid_studio.review.journal.events import Event as Event
from deid_studio.review.journal.events import EventKind as EventKind
from deid_studio.review.journal.events import Signature as Signature
from deid_studio.review.journal.events import Summary as Summary
from deid_studio.review.journal.events import now as now
from deid_studio.review.journal.events import signature_of as signature_of
from deid_studio.review.journal.store import Journal as Journal
