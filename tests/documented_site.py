"""Small packages of the names that books use, with the defaults and the documentation on which statements are held."""

from __future__ import annotations

NUMPY = {
    "numpy/__init__.py": '''
from numpy import random
def std(a, axis=None, ddof=0, *, keepdims=False):
    """Compute the standard deviation."""
def var(a, axis=None, ddof=0, *, keepdims=False):
    """Compute the variance."""
def cov(m, rowvar=True, ddof=1):
    """Estimate a covariance matrix.

    Parameters
    ----------
    rowvar : bool, optional
        If `rowvar` is True (default), then each row represents a
        variable, with observations in the columns.
    """
def linspace(start, stop, num=50, endpoint=True):
    """Return evenly spaced numbers.

    Parameters
    ----------
    endpoint : bool, optional
        If True, `stop` is the last sample. Default is True.
    """
def log(x):
    """
    Natural logarithm, element-wise.
    """
def sin(x):
    """
    Trigonometric sine.

    Parameters
    ----------
    x : array_like
        Angle, in radians.
    """
def allclose(a, b, equal_nan=False):
    """Whether two arrays are equal within a tolerance."""
def ravel(a): return a
def arange(start, stop=None, step=1): return []
def log10(x):
    """
    Return the base 10 logarithm, element-wise.
    """
''',
    "numpy/random/__init__.py": '''
class Generator:
    def integers(self, low, high=None, *, endpoint=False):
        """Return random integers."""
    def choice(self, a, size=None, replace=True):
        """Generate a random sample."""
    def normal(self, loc=0.0, scale=1.0):
        """Draw samples from a normal distribution.

        Parameters
        ----------
        scale : float
            Standard deviation (spread or "width") of the distribution.
        """
    def shuffle(self, x):
        """Modify an array in-place by shuffling its contents."""
    def permutation(self, x):
        """Randomly permute a sequence, or return a permuted range."""
def default_rng(seed=None) -> Generator:
    """Make a generator."""
''',
}
PANDAS = {
    "pandas/__init__.py": "from pandas.frame import DataFrame, Series, concat\n",
    "pandas/frame.py": '''
import warnings
no_default = object()
def concat(objs, *, join="outer", ignore_index=False):
    """Join objects."""
class DataFrame:
    def dropna(self, *, axis=0, how=no_default, inplace=False):
        """Remove missing values.

        Parameters
        ----------
        how : {'any', 'all'}, default 'any'
            Which rows go.
        """
    def drop_duplicates(self, subset=None, *, keep="first", inplace=False):
        """Return a frame without duplicates."""
    def sort_values(self, by, *, ascending=True, inplace=False):
        """Sort by the values."""
    def fillna(self, value=None, *, method=None, limit=None):
        """Fill holes."""
        if method is not None:
            warnings.warn("fillna with 'method' is deprecated. Use ffill() instead.", FutureWarning)
    def var(self, axis=0, skipna=True, ddof=1):
        """Return the unbiased variance."""
    def groupby(self, by, *, sort=True, dropna=True):
        """Group rows."""
    def merge(self, right, how="inner", on=None):
        """Join two frames."""
class Series:
    def value_counts(self, *, ascending=False, dropna=True):
        """Count the values."""
''',
}
TORCH = {
    "torch/__init__.py": "from torch import nn, optim, utils\n",
    "torch/nn/__init__.py": '''
from torch.nn import functional
class MultiheadAttention:
    """Attention.

    Args:
        batch_first: If ``True``, the input is (batch, seq, feature). Default: ``False``
        attn_mask: a ``True`` value indicates that the position is not allowed to attend.
    """
    def __init__(self, embed_dim, num_heads, dropout=0.0, batch_first=False):
        pass
class CrossEntropyLoss:
    def __init__(self, weight=None, reduction: str = "mean"):
        pass
class TransformerLayer:
    def __init__(self, width, norm_first=False):
        pass
''',
    "torch/nn/functional.py": '''
import torch
from torch._C import _add_docstr
attend = _add_docstr(
    torch._C._nn.attend,
    r"""attend(query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False) -> Tensor:

    .. note:: This function always applies dropout according to the ``dropout_p`` argument.
    """
    r"""
    Args:
        attn_mask (optional Tensor): A mask.
            A boolean mask where a value of True indicates that the element *should* take part in attention.
        dropout_p (float): Dropout probability
        is_causal (bool): If set to true, the mask has the form of the upper left causal bias.
    """,
)
''',
    "torch/optim/__init__.py": """
class Adam:
    def __init__(self, params, lr=1e-3, eps=1e-8, weight_decay=0): pass
class AdamW:
    def __init__(self, params, lr=1e-3, eps=1e-8, weight_decay=1e-2): pass
""",
    "torch/utils/__init__.py": "from torch.utils import data\n",
    "torch/utils/data.py": """
class DataLoader:
    def __init__(self, dataset, batch_size=1, shuffle=False, drop_last=False): pass
""",
    "torch/cache.py": """
def save() -> tuple[bytes, str] | None: ...
def name() -> str: ...
def names() -> list[str]: ...
""",
}
