"""Small widgets that several features are made of."""
