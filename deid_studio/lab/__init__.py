"""Lab: what research runs on detectors and models: ablation, comparison, calibration, published figures."""
