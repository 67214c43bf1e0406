"""Matrices of a routing.Model: distances and durations of a profile, and the labels of their rows."""
from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any, Dict, Iterable, Mapping, Optional, Tuple, Union

from . import exact
from .errors import UsageError

if TYPE_CHECKING:
    from ._typing import Array, Path


class Matrix:
    """Of a profile: distance and duration (n, n), of which one may be None. labels: the row of each, or None: rows have numbers alone."""

    def __init__(self, distance: Optional[Array], duration: Optional[Array], labels: Optional[Dict[Any, int]] = None) -> None:
        self.distance, self.duration, self.labels = distance, duration, labels
        shapes = [one.shape for one in (distance, duration) if one is not None]
        if not shapes:
            raise UsageError("distance: expected a matrix of distances or of durations, found neither")
        if shapes[0] != shapes[-1]:
            raise UsageError("duration: expected shape %s, as distance has, found %s" % (shapes[0], shapes[-1]))
        self.places: int = shapes[0][0]
        if labels is not None and len(labels) != self.places:
            raise UsageError("labels: expected %d different ones, a row each, found %d" % (self.places, len(labels)))

    def agrees(self, name: str, other: Matrix) -> None:
        """UsageError: another profile has other rows."""
        if other.places != self.places:
            raise UsageError("distance: expected shape %s, as profile %s has, found %s" % ((other.places,) * 2, name, (self.places,) * 2))
        if None not in (self.labels, other.labels) and self.labels != other.labels:
            raise UsageError("labels: expected those of profile %s in the same order, found others" % name)


def matrix_of(distance: Any, duration: Any, osrm: Union[None, Mapping[str, Any], Path], decimals: Optional[int], labels: Optional[Iterable[Any]]) -> Matrix:
    """Of the arguments of Model.add_matrix."""
    if osrm is not None:
        if distance is not None or duration is not None:
            raise UsageError("osrm: expected no distance and duration beside it, found one")
        distance, duration = osrm_matrices(osrm)
    named = labels_of(distance, duration, labels)
    found = [None if one is None else exact.square(word, one) for word, one in (("distance", distance), ("duration", duration))]
    if decimals is not None:
        most = exact.count("decimals", decimals, 0, exact.MOST)
        found = [None if one is None else exact.rounded(one, most) for one in found]
    return Matrix(found[0], found[1], named)


def labels_of(distance: Any, duration: Any, labels: Optional[Iterable[Any]]) -> Optional[Dict[Any, int]]:
    """By what is given, else by frames; None: nothing has labels."""
    listed = [list(one.index) for one in (distance, duration) if hasattr(one, "index") and hasattr(one, "columns")]
    if len(listed) == 2 and listed[0] != listed[1]:
        raise UsageError("duration: expected a frame of the same places in the same order as distance, found others")
    if labels is not None:
        listed = [list(labels)]
    if not listed:
        return None
    try:
        rows = {label: row for row, label in enumerate(listed[0])}
    except TypeError:
        raise UsageError("labels: expected values that a dict can have as keys, found %.60r" % (listed[0],)) from None
    if len(rows) != len(listed[0]):
        raise UsageError("labels: expected different ones, found %r twice" % next(label for k, label in enumerate(listed[0]) if rows[label] != k))
    return rows


def osrm_matrices(answer: Union[Mapping[str, Any], Path]) -> Tuple[Any, Any]:
    """(distance, duration) of an OSRM table service's answer, or of its file."""
    if not isinstance(answer, Mapping):
        with open(os.fspath(answer), encoding="utf-8") as file:
            answer = json.load(file)
    if not isinstance(answer, Mapping) or answer.get("code", "Ok") != "Ok":
        raise UsageError("osrm: expected an answer with code Ok, found %.60r" % (answer,))
    found = answer.get("distances"), answer.get("durations")
    if found == (None, None):
        raise UsageError("osrm: expected durations or distances (annotations=duration,distance), found neither")
    return found
