"""Everything a person can be told went wrong: a code, what happened, what is safe, what to do.

Every error that may reach a person is a `DeidError`. Its texts never hold
text of a report: paths, line numbers and counts only. Programming errors are ordinary Python exceptions.
Each is written in the module of its theme and imported from here.
"""

from __future__ import annotations

from deid_studio.errors.base import CancelledError as CancelledError
from deid_studio.errors.base import DeidError as DeidError
from deid_studio.errors.base import printable as printable
from deid_studio.errors.base import reason as reason
from deid_studio.errors.detection import DetectionFailedError as DetectionFailedError
from deid_studio.errors.detection import GazetteerError as GazetteerError
from deid_studio.errors.detection import GazetteerSourceError as GazetteerSourceError
from deid_studio.errors.detection import GrammarError as GrammarError
from deid_studio.errors.detection import ModelDamagedError as ModelDamagedError
from deid_studio.errors.detection import ModelMissingError as ModelMissingError
from deid_studio.errors.detection import ProfileError as ProfileError
from deid_studio.errors.detection import TrainingDataError as TrainingDataError
from deid_studio.errors.detection import WorkerLostError as WorkerLostError
from deid_studio.errors.detection import WorkerNotStartedError as WorkerNotStartedError
from deid_studio.errors.documents import DocumentDamagedError as DocumentDamagedError
from deid_studio.errors.documents import DocumentLockedError as DocumentLockedError
from deid_studio.errors.documents import DocumentMacrosError as DocumentMacrosError
from deid_studio.errors.documents import DocumentNotCleanError as DocumentNotCleanError
from deid_studio.errors.documents import DocumentOldWordError as DocumentOldWordError
from deid_studio.errors.documents import DocumentsRefusedError as DocumentsRefusedError
from deid_studio.errors.documents import DocumentTextChangedError as DocumentTextChangedError
from deid_studio.errors.documents import DocumentTooHardError as DocumentTooHardError
from deid_studio.errors.documents import DocumentTooLargeError as DocumentTooLargeError
from deid_studio.errors.documents import DocumentWithoutTextError as DocumentWithoutTextError
from deid_studio.errors.documents import OnlyDocumentsError as OnlyDocumentsError
from deid_studio.errors.documents import TextKeptError as TextKeptError
from deid_studio.errors.files import FolderHeldError as FolderHeldError
from deid_studio.errors.files import FolderReadOnlyError as FolderReadOnlyError
from deid_studio.errors.files import FolderUnusableError as FolderUnusableError
from deid_studio.errors.files import NameClashError as NameClashError
from deid_studio.errors.files import NoReportsError as NoReportsError
from deid_studio.errors.files import ResourceError as ResourceError
from deid_studio.errors.files import SettingError as SettingError
from deid_studio.errors.files import SettingsFileError as SettingsFileError
from deid_studio.errors.files import SystemRefusedError as SystemRefusedError
from deid_studio.errors.files import UnknownSettingError as UnknownSettingError
from deid_studio.errors.files import WouldOverwriteError as WouldOverwriteError
from deid_studio.errors.files import WriteError as WriteError
from deid_studio.errors.formats import AnnChangedError as AnnChangedError
from deid_studio.errors.formats import BratSpanNeededError as BratSpanNeededError
from deid_studio.errors.formats import BratSyntaxError as BratSyntaxError
from deid_studio.errors.formats import BratTextMismatchError as BratTextMismatchError
from deid_studio.errors.formats import EncodingUnknownError as EncodingUnknownError
from deid_studio.errors.formats import GuidelinesError as GuidelinesError
from deid_studio.errors.formats import NoClassesError as NoClassesError
from deid_studio.errors.formats import PatientTableError as PatientTableError
from deid_studio.errors.formats import PeopleTableError as PeopleTableError
from deid_studio.errors.formats import ReportBinaryError as ReportBinaryError
from deid_studio.errors.formats import ReportTooLargeError as ReportTooLargeError
from deid_studio.errors.formats import ReportUnreadableError as ReportUnreadableError
from deid_studio.errors.formats import TagSetChangeError as TagSetChangeError
from deid_studio.errors.formats import TagSetError as TagSetError
from deid_studio.errors.formats import UnknownClassError as UnknownClassError
from deid_studio.errors.release import AttackFiguresError as AttackFiguresError
from deid_studio.errors.release import HandoverMissingError as HandoverMissingError
from deid_studio.errors.release import LedgerDamagedError as LedgerDamagedError
from deid_studio.errors.release import MarkedTextSurvivesError as MarkedTextSurvivesError
from deid_studio.errors.release import NoCertificateError as NoCertificateError
from deid_studio.errors.release import NothingToAttackError as NothingToAttackError
from deid_studio.errors.release import NothingToReleaseError as NothingToReleaseError
from deid_studio.errors.release import NotInLedgerError as NotInLedgerError
from deid_studio.errors.release import NotRestoredError as NotRestoredError
from deid_studio.errors.release import PassphraseError as PassphraseError
from deid_studio.errors.release import PlaceLinesError as PlaceLinesError
from deid_studio.errors.release import PlacesHeldError as PlacesHeldError
from deid_studio.errors.release import PolicyError as PolicyError
from deid_studio.errors.release import ReaderSheetError as ReaderSheetError
from deid_studio.errors.release import ReleaseChangedError as ReleaseChangedError
from deid_studio.errors.release import ReleaseFolderError as ReleaseFolderError
from deid_studio.errors.release import ReleaseSecretError as ReleaseSecretError
from deid_studio.errors.release import ReviewedByError as ReviewedByError
from deid_studio.errors.release import UnderReviewError as UnderReviewError
from deid_studio.errors.release import UnreviewedVaultError as UnreviewedVaultError
from deid_studio.errors.release import VaultDamagedError as VaultDamagedError
from deid_studio.errors.release import VaultPlaceError as VaultPlaceError
from deid_studio.errors.release import WeakPassphraseError as WeakPassphraseError
from deid_studio.errors.review import ChangedOnDiskError as ChangedOnDiskError
from deid_studio.errors.review import ChecksDamagedError as ChecksDamagedError
from deid_studio.errors.review import EditError as EditError
from deid_studio.errors.review import JournalDamagedError as JournalDamagedError
from deid_studio.errors.review import JournalError as JournalError
from deid_studio.errors.review import JournalMissingError as JournalMissingError
from deid_studio.errors.review import ManifestDamagedError as ManifestDamagedError
from deid_studio.errors.review import OvertakenError as OvertakenError
from deid_studio.errors.review import ReviewFileError as ReviewFileError
from deid_studio.errors.review import SecondReaderError as SecondReaderError
from deid_studio.errors.review import TagSetHinderedError as TagSetHinderedError
from deid_studio.errors.review import TagSetUnfinishedError as TagSetUnfinishedError
