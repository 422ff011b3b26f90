"""How the matrix of abilities is made (``manage.py make_matrix``) and checked (``manage.py check_matrix``)."""
