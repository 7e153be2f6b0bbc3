"""What every act of a game goes through: locks of games and rounds, the round that a page showed, publishing."""
