"""Readers' questions: asking, what is similar, answering, news of answers."""
