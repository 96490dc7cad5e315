"""How Sphinx makes the handbook of what `sources.py` put together, in the language that `build.py` asks for."""

import os

project = html_title = "Deid Studio"
language = os.environ["HANDBOOK_LANGUAGE"]
extensions = ["myst_parser"]
myst_heading_anchors = 4
html_theme = "furo"
templates_path = ["templates"]
html_sidebars = {
    "**": [
        "sidebar/brand.html",
        "language.html",
        "sidebar/search.html",
        "sidebar/scroll-start.html",
        "sidebar/navigation.html",
        "sidebar/scroll-end.html",
    ]
}
html_context = {"languages": {"en": "English", "es": "Español"}}
html_copy_source = html_show_copyright = False
