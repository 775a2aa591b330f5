// levels
