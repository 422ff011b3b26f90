"""Games as streams of events: what a stream sends, how a process learns that there is something, who is there."""
