"""Settings: one table says what there is to set; file, page, menus and documentation are made of it."""

from deid_studio.settings.administered import Administered as Administered
from deid_studio.settings.administered import ReleaseLimits as ReleaseLimits
from deid_studio.settings.administered import administered as administered
from deid_studio.settings.administered import held_settings as held_settings
from deid_studio.settings.administered import read_administered as read_administered
from deid_studio.settings.schema import Effect as Effect
from deid_studio.settings.schema import Offered as Offered
from deid_studio.settings.schema import Page as Page
from deid_studio.settings.schema import Setting as Setting
from deid_studio.settings.schema import WrongValueError as WrongValueError
from deid_studio.settings.schema import checked as checked
from deid_studio.settings.table import MONOSPACE as MONOSPACE
from deid_studio.settings.table import Settings as Settings
from deid_studio.settings.table import setting_named as setting_named
from deid_studio.settings.table import table as table
from deid_studio.settings.toml import as_toml as as_toml
from deid_studio.settings.toml import read_settings as read_settings
from deid_studio.settings.toml import to_toml as to_toml
