"""What every act of a division goes through: locks, and the audit log."""
