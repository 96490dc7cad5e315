from deid_studio.library import DeidError as DeidError
from deid_studio.library import Document as Document
from deid_studio.library import Evidence as Evidence
from deid_studio.library import Span as Span
from deid_studio.library import Suggestion as Suggestion
from deid_studio.library import detect as detect
from deid_studio.library import detect_each as detect_each
from deid_studio.library import evaluate as evaluate
from deid_studio.library import open_pipeline as open_pipeline
from deid_studio.library import read_annotated as read_annotated
from deid_studio.library import read_brat as read_brat
from deid_studio.library import read_brat_folder as read_brat_folder
from deid_studio.library import release_folder as release_folder
from deid_studio.library import write_annotated as write_annotated
from deid_studio.library import write_brat as write_brat

__version__: str
