"""What a dotted name stands for in the installed packages, followed through imports, star imports, aliases and stubs.

`Missing` is said only where every way in which the name could come about was seen; whatever is not certain is `Unknown`.
"""

from __future__ import annotations

import ast
import difflib
import re
from dataclasses import dataclass, field

from prompts.trust import measure
from tools.packages.fallback import answered
from tools.packages.modules import Binding, Module, dotted, load
from tools.packages.resolution import Found, Missing, Resolution, Unknown
from tools.packages.search import Files, search
from tools.records import Packages

DEPTH = 40
# Ways in which a class gives its objects attributes that its text does not name.
_SHAPING = re.compile(r"setattr\(|__dict__\.update\((?!state\b)|__dict__\[|__dict__ =")


@dataclass(eq=False)
class Names:
    """Look-up over `packages`; modules are parsed once.

    everywhere: a name that is missing from a module or class is also looked for in all other files, which may set it from outside.
    """

    packages: Packages
    everywhere: bool = True
    _modules: dict[str, Module | None] = field(default_factory=dict)
    _paths: dict[str, frozenset[str]] = field(default_factory=dict)
    _seen: dict[tuple[str, str], Resolution] = field(default_factory=dict)
    _starred: dict[tuple[str, str], Resolution | None] = field(default_factory=dict)

    def resolve(self, name: str) -> Resolution:
        """What a full dotted name ("torch.nn.Linear") stands for."""
        return self._resolve(name, 0)

    def module(self, name: str) -> Module | None:
        """The source, else the stub, of a module; None where there is neither."""
        if name not in self._modules:
            self._modules[name] = self._load(name, (".py", ".pyi"))
        return self._modules[name]

    def is_module(self, name: str) -> bool:
        """Whether a file, a folder or a compiled file of this name is there."""
        distribution = self.packages.distribution_of(name.partition(".")[0])
        if distribution is None:
            return False
        base = name.replace(".", "/")
        paths = self._paths_of(distribution)
        return f"{base}.py" in paths or f"{base}.pyi" in paths or base in paths

    def member(self, parent: Found, name: str) -> Resolution:
        """An attribute of a module or class that was found."""
        return self._member(parent, name, 0)

    def resolve_in(self, module: Module, name: str) -> Resolution:
        """What a name stands for when it is used inside a module."""
        return self._inside(module, name, 0)

    def names_of(self, parent: Found) -> set[str]:
        """The names that a module or class is seen to have, submodules and inherited ones among them."""
        if parent.kind == "class" and parent.binding is not None:
            names = set(parent.module.members(parent.binding))
            for base in self._bases(parent, 0):
                names |= self.names_of(base) if isinstance(base, Found) and base.kind == "class" else set()
            return names
        names = set(parent.module.bindings)
        for star in (*parent.module.stars, *parent.module.typing_stars):
            other = self.module(star)
            names |= set(other.bindings) if other is not None else set()
        return names | self._submodules(parent.module)

    # ---- how a name is followed ------------------------------------------------------------------------------

    def _resolve(self, name: str, depth: int) -> Resolution:
        parts = name.split(".")
        first = self.module(parts[0])
        if first is None:
            reason = "compiled or built in" if self.packages.distribution_of(parts[0]) else "not installed"
            return self._deepest(parts, depth) or Unknown(name, reason)
        return self._walk(Found(parts[0], "module", first), parts[1:], depth)

    def _deepest(self, parts: list[str], depth: int) -> Resolution | None:
        """A name below a folder that has no `__init__`."""
        for length in range(2, len(parts) + 1):
            module = self.module(".".join(parts[:length]))
            if module is not None:
                return self._walk(Found(module.name, "module", module), parts[length:], depth)
        return None

    def _walk(self, here: Found, parts: list[str], depth: int) -> Resolution:
        for index, part in enumerate(parts):
            step = self._member(here, part, depth)
            if not isinstance(step, Found):
                rest = ".".join(parts[index + 1 :])
                if isinstance(step, Unknown) and rest:
                    return Unknown(f"{step.name}.{rest}", step.reason, step.parent)
                return step
            here = step
        return here

    def _member(self, parent: Found, name: str, depth: int) -> Resolution:
        full = f"{parent.name}.{name}"
        if depth > DEPTH:
            return Unknown(full, "imports in a circle", parent)
        if parent.kind == "module":
            return self._once(parent, name, depth)
        if parent.kind == "class":
            step = self._of_class(parent, name, depth)
            if not isinstance(step, Missing):
                return step
            if self._assigned_elsewhere_class(parent, name):
                return Unknown(full, "set from another module", parent)
            return Missing(full, parent, name, self.closest(parent, name))
        return Unknown(full, f"an attribute of a {parent.kind}", parent)

    def _once(self, parent: Found, name: str, depth: int) -> Resolution:
        """A module's name is followed once; one that leads back to itself is unknown meanwhile, or imports in a circle never end."""
        key = (parent.module.file.path, name)
        if key not in self._seen:
            self._seen[key] = Unknown(f"{parent.module.name}.{name}", "imports in a circle", parent)
            self._seen[key] = self._of_module(parent, name, depth)
        return self._seen[key]

    def _of_module(self, parent: Found, name: str, depth: int) -> Resolution:
        module, full = parent.module, f"{parent.module.name}.{name}"
        bindings = module.bindings.get(name, ())
        if bindings:
            followed = self._follow(module, bindings, depth)
            if isinstance(followed, Found) or not self.is_module(full):
                return followed
        starred = self._from_stars(module, name, depth)
        if isinstance(starred, Found) and starred.kind != "module":  # a star import puts its name over the submodule of that name
            return starred
        submodule = self.module(full)
        if submodule is not None:
            return Found(full, "module", submodule)
        if self.is_module(full):
            return Unknown(full, "compiled", parent)
        if starred is not None:
            return starred
        return self._in_stub(module, name, depth) or self._not_in_module(parent, name)

    def _from_stars(self, module: Module, name: str, depth: int) -> Resolution | None:
        there = (self.module(star) for star in (*module.stars, *module.typing_stars))
        inner = [self._through_star(each, name, depth) for each in there if each is not None and each is not module]
        found = [each for each in inner if each is not None]
        return next((each for each in found if isinstance(each, Found)), found[0] if found else None)

    def _through_star(self, module: Module, name: str, depth: int) -> Resolution | None:
        """What `from module import *` brings under a name, None where it brings none; it takes no submodules along."""
        key = (module.file.path, name)
        if name.startswith("_") or depth > DEPTH:
            return None
        if key not in self._starred:
            self._starred[key] = None
            self._starred[key] = self._star(module, name, depth)
        return self._starred[key]

    def _star(self, module: Module, name: str, depth: int) -> Resolution | None:
        if name in module.bindings:
            return self._follow(module, module.bindings[name], depth + 1)
        return self._from_stars(module, name, depth + 1) or self._in_stub(module, name, depth)

    def _follow(self, module: Module, bindings: tuple[Binding, ...], depth: int) -> Resolution:
        """The definition behind a name's bindings: the last that is not for type checkers alone."""
        strong = [binding for binding in bindings if not binding.weak] or list(bindings)
        imports = all(binding.kind == "import" for binding in strong)  # of branches that import, the first is the usual one
        results: list[Resolution] = []
        for binding in strong if imports else reversed(strong):
            result = self._followed(module, binding, depth)
            if isinstance(result, Found):
                return result
            results.append(result)
        result = results[0]
        # The name itself is bound here; only what stands behind it could not be read.
        return Unknown(f"{module.name}.{bindings[-1].name}", result.reason) if isinstance(result, Unknown) else _doubt(result)

    def _followed(self, module: Module, binding: Binding, depth: int) -> Resolution:
        name = f"{module.name}.{binding.name}"
        if binding.kind == "import":
            source, attribute = binding.target
            if depth > DEPTH:
                return Unknown(name, "imports in a circle")
            if attribute and source == module.name and self.module(f"{source}.{attribute}") is None:
                return Unknown(name, "imports itself")
            return self._resolve(f"{source}.{attribute}" if attribute else source, depth + 1)
        if binding.kind == "value":
            node = module.node_of(binding)
            other = dotted(node.value) if isinstance(node, ast.Assign | ast.AnnAssign) else None
            if other is not None and other.partition(".")[0] != binding.name:
                behind = self._inside(module, other, depth + 1)
                if not isinstance(behind, Found):
                    behind = self._of_instance(module, other, depth + 1)
                if isinstance(behind, Found) and behind.kind in ("function", "class", "module"):
                    return behind
            return Found(name, "value", module, binding)
        return Found(name, binding.kind, module, binding)

    def _of_instance(self, module: Module, name: str, depth: int) -> Resolution:
        """`made.method` where the module itself makes the object by calling a class."""
        first, _, member = name.partition(".")
        node = module.node_of(module.bindings[first][-1]) if member and len(module.bindings.get(first, ())) == 1 else None
        call = node.value if isinstance(node, ast.Assign) else None
        callee = dotted(call.func) if isinstance(call, ast.Call) else None
        made = self._inside(module, callee, depth) if callee is not None else None
        if isinstance(made, Found) and made.kind == "class" and "." not in member:
            return self._of_class(made, member, depth)
        return Unknown(name, "not followed")

    def _inside(self, module: Module, name: str, depth: int) -> Resolution:
        first, _, rest = name.partition(".")
        bindings = module.bindings.get(first, ())
        if bindings:
            start: Resolution = self._follow(module, bindings, depth + 1) if depth <= DEPTH else Unknown(name, "imports in a circle")
        elif module.stars or module.typing_stars:
            start = self._once(Found(module.name, "module", module), first, depth + 1)
        else:
            return Unknown(name, "built in")
        if not rest:
            return start
        return self._walk(start, rest.split("."), depth + 1) if isinstance(start, Found) else Unknown(name, "not followed")

    def _in_stub(self, module: Module, name: str, depth: int) -> Found | None:
        if module.stub:
            return None
        stub = self._load(module.name, (".pyi",))
        if stub is None or name not in stub.bindings:
            return None
        found = self._follow(stub, stub.bindings[name], depth + 1)
        return found if isinstance(found, Found) else None

    def _not_in_module(self, parent: Found, name: str) -> Resolution:
        module, full = parent.module, f"{parent.module.name}.{name}"
        if "__getattr__" in module.bindings:
            return answered(self, parent, name)
        if module.dynamic or self._stars_unseen(module):
            return Unknown(full, "the module makes names as it runs", parent)
        if self._assigned_elsewhere(module, name) or (name.startswith("__") and name.endswith("__")):
            return Unknown(full, "set from another module", parent)
        return Missing(full, parent, name, self.closest(parent, name))

    def _stars_unseen(self, module: Module) -> bool:
        others = [self.module(star) for star in module.stars]
        return any(other is None or other.dynamic or bool(other.stars) or "__getattr__" in other.bindings for other in others)

    def _assigned_elsewhere(self, module: Module, name: str) -> bool:
        """Whether the package itself uses the name as an attribute of the module: compiled code may have put it there."""
        if not self.everywhere:
            return False
        last = module.name.rpartition(".")[2]
        used = re.compile(rf"(?<!\w){re.escape(last)}\.{re.escape(name)}(?!\w)|setattr\({re.escape(last)}, [\"']{re.escape(name)}[\"']")
        distribution = module.file.distribution
        for hit in search(self.packages, distribution, [f"{last}.{name}", f"setattr({last}, "], module.name.partition(".")[0]):
            file = self.packages.read(distribution, hit.path)
            if file is not None and used.search(measure(file.text)):
                return True
        return False

    # ---- classes ---------------------------------------------------------------------------------------------

    def _of_class(self, parent: Found, name: str, depth: int) -> Resolution:
        assert parent.binding is not None
        full = f"{parent.name}.{name}"
        members = parent.module.members(parent.binding)
        if name in members:
            own = [binding for binding in members[name] if binding.kind != "import"]
            if own:
                kind = own[-1].kind
                assert kind != "import"
                return Found(full, kind, parent.module, own[-1], parent.binding)
            return Unknown(full, "imported in a class", parent)
        closed = not ({"__getattr__", "__getattribute__"} & set(members)) and not self._shaped(parent, name)
        for base in self._bases(parent, depth):
            if not isinstance(base, Found) or base.kind != "class" or depth > DEPTH:
                closed = False
                continue
            inner = self._of_class(base, name, depth + 1)
            if isinstance(inner, Found):
                return inner
            closed = closed and isinstance(inner, Missing)
        if not closed or name in dir(object):
            return Unknown(full, "the class may get it elsewhere", parent)
        return Missing(full, parent, name)

    def _assigned_elsewhere_class(self, parent: Found, name: str) -> bool:
        assert parent.binding is not None
        if not self.everywhere:
            return False
        last = parent.binding.name
        return bool(search(self.packages, parent.module.file.distribution, [f"{last}.{name} =", f"{last}.{name}=", f'({last}, "{name}"']))

    def _shaped(self, parent: Found, name: str) -> bool:
        """Whether a metaclass, a decorator or code that sets attributes may add names to a class."""
        node = parent.node
        if not isinstance(node, ast.ClassDef):
            return True
        plain = {"final", "total_ordering", "set_module", "runtime_checkable", "deprecated"}
        decorators = (dotted(each.func if isinstance(each, ast.Call) else each) or "?" for each in node.decorator_list)
        if node.keywords or any(decorator.rpartition(".")[2] not in plain for decorator in decorators):
            return True
        text = parent.module.lines(node.lineno, node.end_lineno or node.lineno)
        return bool(_SHAPING.search(text)) or f"'{name}'" in text or f'"{name}"' in text or parent.module.stub

    def _bases(self, parent: Found, depth: int) -> list[Resolution]:
        node = parent.node
        if not isinstance(node, ast.ClassDef):
            return [Unknown(parent.name, "not read")]
        found: list[Resolution] = []
        for base in node.bases:
            plain = base.value if isinstance(base, ast.Subscript) else base
            name = dotted(plain)
            if name in ("object", "Generic", "Protocol", "ABC", "typing.Generic", "abc.ABC"):
                continue
            found.append(self._inside(parent.module, name, depth + 1) if name else Unknown(parent.name, "a computed base"))
        return found

    # ---- what is on disk -------------------------------------------------------------------------------------

    def closest(self, parent: Found, name: str) -> tuple[str, ...]:
        """Names of a module or class that are spelled like `name`, nearest first."""
        there = self.names_of(parent)
        public = [each for each in there if not each.startswith("_") or name.startswith("_")]
        return tuple(difflib.get_close_matches(name, sorted(public), n=3, cutoff=0.72))

    def _submodules(self, module: Module) -> set[str]:
        prefix = module.name.replace(".", "/") + "/"
        inside = (path.removeprefix(prefix) for path in self._paths_of(module.file.distribution) if path.startswith(prefix))
        return {path.partition("/")[0].partition(".")[0] for path in inside} - {"__init__", "__pycache__"}

    def _paths_of(self, distribution: str) -> frozenset[str]:
        """Its files, the names of its compiled modules without their endings, and the folders above them."""
        if distribution not in self._paths:
            paths = set(self.packages.files(distribution))
            compiled = self.packages.compiled(distribution) if isinstance(self.packages, Files) else ()
            plain = {path.partition(".")[0].removeprefix("lib-dynload/") for path in compiled}
            folders = {path.rpartition("/")[0] for path in paths}
            folders |= {"/".join(folder.split("/")[:length]) for folder in folders for length in range(1, folder.count("/") + 1)}
            self._paths[distribution] = frozenset(paths | plain | folders - {""})
        return self._paths[distribution]

    def _load(self, name: str, endings: tuple[str, ...]) -> Module | None:
        distribution = self.packages.distribution_of(name.partition(".")[0])
        if distribution is None or not all(part.isidentifier() for part in name.split(".")):
            return None
        base = name.replace(".", "/")
        paths = self._paths_of(distribution)
        for ending in endings:
            for path in (f"{base}/__init__{ending}", f"{base}{ending}"):
                file = self.packages.read(distribution, path) if path in paths else None
                if file is not None:
                    return load(name, file)
        return None


def _doubt(result: Resolution) -> Resolution:
    return Unknown(result.name, "imported from where it is not seen", None)
