// overview
