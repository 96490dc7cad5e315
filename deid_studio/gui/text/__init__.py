"""The report view: one report's text with every mention marked, read only."""

from deid_studio.gui.text.view import ReportView

__all__ = ["ReportView"]
