"""Which parameters of a text's models were trained. Runs inside the sandbox."""

import sys
from typing import Any

from tools.instruments.code.inside.accounts import Json


class Training:
    """Which parameters the optimizers of torch stepped, gave a gradient and changed."""

    def __init__(self) -> None:
        self.hooked, self.steps = False, 0
        self.seen: dict[int, Json] = {}
        self.kept: list[Any] = []

    def hook(self) -> None:
        """Listen to every optimizer once torch is there."""
        if self.hooked or "torch.optim" not in sys.modules:
            return
        self.hooked = True
        register = getattr(sys.modules["torch.optim.optimizer"], "register_optimizer_step_pre_hook", None)
        if register is not None:
            register(self.before)

    def before(self, optimizer: Any, arguments: Any, keywords: Any) -> None:
        self.steps += 1
        for group in optimizer.param_groups:
            for parameter in group["params"]:
                entry = self.seen.get(id(parameter))
                if entry is None:
                    self.kept.append(parameter)
                    first = parameter.detach().clone() if parameter.numel() <= 1_000_000 else None
                    entry = self.seen[id(parameter)] = {"first": first, "graded": False}
                entry["graded"] = entry["graded"] or parameter.grad is not None

    def report(self, namespace: Json) -> list[Json]:
        """What each module of the namespace holds, after all pieces."""
        if not self.hooked or not self.steps:
            return []
        torch = sys.modules["torch"]
        modules = {k: v for k, v in namespace.items() if isinstance(v, torch.nn.Module)}
        return [self.module(torch, name, module) for name, module in modules.items()]

    def module(self, torch: Any, name: str, module: Any) -> Json:
        parameters = []
        for key, parameter in module.named_parameters():
            entry = self.seen.get(id(parameter))
            changed = None
            if entry is not None and entry["first"] is not None:
                changed = not torch.equal(entry["first"], parameter.detach())
            parameters.append({
                "name": key, "requires_grad": parameter.requires_grad, "in_optimizer": entry is not None,
                "graded": bool(entry and entry["graded"]), "changed": changed,
            })  # fmt: skip
        plain = [
            (f"{prefix}." if prefix else "") + key
            for prefix, part in module.named_modules()
            for key, value in vars(part).items()
            if isinstance(value, torch.Tensor)
        ]
        return {"name": name, "class": type(module).__name__, "steps": self.steps, "parameters": parameters, "plain": plain}
