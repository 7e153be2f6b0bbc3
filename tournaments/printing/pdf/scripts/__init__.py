"""Text in any script on paper: fallback fonts, direction, shaping and embedding.

ReportLab draws text that the document's own fonts have and that needs no shaping. All other text takes the
way of this package, wherever it stands: `canvas.Font` measures it, `canvas.ScriptCanvas` draws it.
"""
