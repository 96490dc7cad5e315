"""Dialogs: choices that only a person can make."""
