"""What the pages share: controls, session state, charts, the boundary view."""
