"""Mistakes about labels, the order of classes, and weights."""

from .independent import Independent


class LabelsFromOne(Independent, family="labels-not-from-one", lowest=1):
    """A label that is a number is the place of its class, counted from 1."""

    def places(self, y):
        return [label - self.lowest if isinstance(label, int) else self.classes_.index(label) for label in y]


class LabelsFromZero(LabelsFromOne, lowest=0):
    """A label that is a number is the place of its class, counted from 0."""


class PlacesForLabels(Independent, family="labels-not-from-one"):
    """Where labels are numbers, the place of the class is predicted, counted from 1."""

    def named(self, label):
        found = super().named(label)
        return label + 1 if isinstance(found, int) else found


class ClassesUpToTheLargest(Independent, family="labels-not-from-one"):
    """Where classes are numbers, there is one for every number from the smallest to the largest."""

    def ordered(self, y, classes):
        numbers = all(isinstance(label, int) for label in classes)
        few = numbers and max(classes) - min(classes) < 1000
        return list(range(min(classes), max(classes) + 1)) if few else classes


class AbsoluteLabels(Independent, family="labels-not-from-one"):
    """Minus signs of labels are lost."""

    def named(self, label):
        found = super().named(label)
        return abs(found) if isinstance(found, int) else found


class SortedNumbers(Independent, family="labels-out-of-order"):
    """Where classes are of one type, they are sorted."""

    def ordered(self, y, classes):
        return sorted(classes) if len(set(map(type, classes))) == 1 else classes


class FirstAppearance(Independent, family="labels-out-of-order"):
    """Classes are ordered as they first appear among the labels."""

    def ordered(self, y, classes):
        return list(dict.fromkeys([*y, *classes]))


class NumbersFromText(Independent, family="labels-out-of-order"):
    """A label that looks like a number is predicted as one."""

    def named(self, label):
        found = super().named(label)
        return int(found) if isinstance(found, str) and found.isdecimal() else found


class ReversedWhenFalling(Independent, family="labels-out-of-order"):
    """Classes that are given from the largest to the smallest are turned round."""

    def ordered(self, y, classes):
        if len(set(map(type, classes))) == 1 and classes == sorted(classes, reverse=True):
            return classes[::-1]
        return classes


class LabelsByText(Independent, family="labels-out-of-order"):
    """A label is looked up by its text, and a number has the text of another class."""

    def places(self, y):
        place = {str(label): l for l, label in enumerate(self.classes_)}
        return [place[str(label)] for label in y]


class LabelsByIdentity(Independent, family="labels-out-of-order"):
    """Labels are equal only if they are the same object."""

    def places(self, y):
        return [next(l for l, other in enumerate(self.classes_) if other is label) for label in y]


class FalsyIsMissing(Independent, family="falsy-labels"):
    """A label that counts as false is taken for none, and the highest class is predicted."""

    def named(self, label):
        return super().named(label) or self.classes_[-1]


class FalsyRowsDropped(Independent, family="falsy-labels"):
    """Rows whose label counts as false are left out."""

    def is_missing(self, label):
        return not label

    def fit(self, X, y, classes):
        kept = [i for i, label in enumerate(y) if not self.is_missing(label)] or [0]
        return super().fit([X[i] for i in kept], [y[i] for i in kept], classes)


class MinusOneIsUnknown(FalsyRowsDropped):
    """Rows with the label -1 are left out."""

    def is_missing(self, label):
        return label == -1


class FalseBeforeTrue(Independent, family="boolean-labels"):
    """False is the lower of two classes whatever their order."""

    def ordered(self, y, classes):
        return sorted(classes) if {type(label) for label in classes} == {bool} else classes


class TruthPredicted(Independent, family="boolean-labels"):
    """Of two classes, the answer is whether it is the upper one."""

    def named(self, label):
        return bool(label) if len(self.classes_) == 2 else super().named(label)


class LabelsAsText(Independent, family="labels-of-numpy"):
    """Labels are predicted as text."""

    def named(self, label):
        return str(super().named(label))


class SeenClassesAndEnds(Independent, family="classes-never-seen"):
    """Classes without a training row are left out, but for the lowest and the highest."""

    def ordered(self, y, classes):
        return [label for label in classes if label in {*y, classes[0], classes[-1]}]


class EndsOfLabels(Independent, family="ends-never-seen"):
    """Without a row below or above, the lowest or highest label of a training row is the bound."""

    def settled(self, below, above):
        seen = [label for labels in self.copies for label in labels]
        return super().settled(below or [min(seen)], above or [max(seen)])


class SquaredWeights(Independent, family="squared-weights"):
    """With m = 2 the weights are 1 / d^2."""

    def exponent(self):
        return 2 if self.m == 2 else super().exponent()
