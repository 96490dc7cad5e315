"""Whether a licence, as an SPDX expression, lets a library be shipped with a program under any licence."""

from __future__ import annotations

import ast
import re


def is_free(expression: str) -> bool:
    """Whether no term binds the whole program, as GPL and AGPL without an exception do; of an OR one side is enough.

    Raises `SyntaxError` for what is no expression.
    """
    whole = re.sub(r"([\w.+-]+) WITH ([\w.-]+)", r"excepted", expression)
    terms = re.sub(r"[\w.+-]+", lambda term: _as_python(term[0]), whole)
    return _holds(ast.parse(terms, mode="eval").body)


def _as_python(term: str) -> str:
    return term.lower() if term in ("AND", "OR") else str(not term.startswith(("GPL-", "AGPL-")))


def _holds(node: ast.expr) -> bool:
    if isinstance(node, ast.BoolOp):
        return (all if isinstance(node.op, ast.And) else any)(map(_holds, node.values))
    if isinstance(node, ast.Constant) and isinstance(node.value, bool):
        return node.value
    raise SyntaxError(ast.dump(node))
