"""The report view: one report's text with every mention marked, read only."""

from deid_studio.gui.report_view.view import ReportView

__all__ = ["ReportView"]
