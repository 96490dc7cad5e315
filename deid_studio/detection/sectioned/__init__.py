"""The sectioned hybrid: header by field indicators, body by a CRF, footer by expressions, dictionary, trusted PHI.

Source: the master's thesis on the sectioned hybrid (MEDDOCAN), chapter 4.
"""
