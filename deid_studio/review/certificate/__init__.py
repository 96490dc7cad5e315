"""What is known of a release once it left: its certificate, the ledger, and what attacks found."""
