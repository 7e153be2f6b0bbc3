"""Work beside requests: in the background, in batches and chunks, in processes of its own with limits."""
