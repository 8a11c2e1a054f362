"""The papers' equations in plain float64 NumPy, one sentence at a time and without padding.

Nothing here knows of batches, masks, padding or PyTorch: what the model does with a padded batch
must equal what these loops do with each sentence alone. Vectors are one-dimensional, matrices
stand on the left (``W @ x``), and names are the papers'. Axis letters: S source length, T target
length, H hidden, M width of an annotation, A alignment, V vocabulary.
"""
