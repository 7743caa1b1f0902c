"""The paper's other classifiers, each a readable reference in the same style as the core."""

from monfknn_ref.classifiers.fknn import FkNN
from monfknn_ref.classifiers.mid import MID
from monfknn_ref.classifiers.mknn import MkNN
from monfknn_ref.classifiers.monmlp import MonMLP
from monfknn_ref.classifiers.olm import OLM
from monfknn_ref.classifiers.osdl import OSDL
from monfknn_ref.classifiers.pmdt import PMDT
from monfknn_ref.classifiers.rdmt import RDMT
from monfknn_ref.classifiers.relabeling import relabel

__all__ = ["MID", "OLM", "OSDL", "PMDT", "RDMT", "FkNN", "MkNN", "MonMLP", "relabel"]
