"""Styles: any annotated report laid anew as other systems, machines and people write; pure, seeded, offsets kept."""
