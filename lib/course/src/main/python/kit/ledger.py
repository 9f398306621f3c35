"""Asks the checks in a kernel for their verdicts: a page may show one that no check made."""

import asyncio
import hashlib
import hmac
import re
import secrets
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs

from nbformat import NotebookNode

TARGET = "tidemark-ledger"
CHECK = re.compile(r'\bCheck\s*\.\s*(?:run|selfTest|predict)\s*\(\s*"([^"]+)"')
SECONDS = 10
"""An answer takes 40 ms; a kernel that does not answer earns nothing for the cell."""


def facts(told: str, exercise: str) -> dict[str, list[str]]:
    """What an answer tells of one exercise: a line each, written as a query."""
    lines = [parse_qs(line, keep_blank_values=True) for line in told.splitlines()]
    return next((line for line in lines if line.get("exercise") == [exercise]), {})


@dataclass
class Ledger:
    """The verdicts of one kernel, by the id of the cell that the check stands in. The key is given before any cell,
    and every answer carries a MAC over its nonce, its verdicts and its facts."""

    key: bytes = field(default_factory=lambda: secrets.token_bytes(32), repr=False)
    comm: str = field(default_factory=lambda: secrets.token_hex(16))
    opened: bool = False
    states: dict[str, str] = field(default_factory=dict)
    facts: dict[str, dict[str, list[str]]] = field(default_factory=dict)
    """What a check found out, by the id of its cell: `sentence`, `name` and `says` of each mistake, `failed`, `probes`,
    `signature`, `history`, and `at`, `expected`, `yours` of each step."""

    async def open(self, client: Any) -> None:
        """Gives the key, once. Returns when the kernel has taken it: a question before that would be lost."""
        if self.opened:
            return
        self.opened = True
        content = {"comm_id": self.comm, "target_name": TARGET, "data": {}}
        message = client.kc.session.msg("comm_open", content, metadata={"key": self.key.hex()})
        client.kc.shell_channel.send(message)
        await self.wait(
            client,
            lambda heard: (
                heard["msg_type"] == "status"
                and heard["content"]["execution_state"] == "idle"
                and heard["parent_header"].get("msg_id") == message["header"]["msg_id"]
            ),
        )

    async def ask(self, client: Any, cell: NotebookNode) -> None:
        """Notes the verdict of the check in a cell that has just run. Whatever is not proved is not noted."""
        wanted = CHECK.search(cell.source)
        if not wanted:
            return
        nonce = secrets.token_hex(16)
        message = client.kc.session.msg("comm_msg", {"comm_id": self.comm, "data": {}}, metadata={"nonce": nonce})
        client.kc.control_channel.send(message)
        answer = await self.wait(
            client,
            lambda heard: (
                heard["msg_type"] == "comm_msg"
                and heard["content"].get("comm_id") == self.comm
                and heard["metadata"].get("nonce") == nonce
            ),
        )
        state = self.proved(answer, nonce).get(wanted.group(1)) if answer else None
        if answer and state:
            self.states[cell.id] = state
            self.facts[cell.id] = facts(answer["metadata"]["facts"], wanted.group(1))

    def proved(self, answer: dict[str, Any], nonce: str) -> dict[str, str]:
        """The verdicts of an answer whose MAC is right, by exercise; none of any other."""
        said, told, code = (answer["metadata"].get(name) for name in ("verdicts", "facts", "mac"))
        if not isinstance(said, str) or not isinstance(told, str) or not isinstance(code, str):
            return {}
        right = hmac.new(self.key, f"{nonce}\n{said}\n{told}".encode(), hashlib.sha256).hexdigest()
        if not hmac.compare_digest(right.encode(), code.encode()):
            return {}
        return dict(verdict.split("=", 1) for verdict in said.split())

    async def wait(self, client: Any, wanted: Any) -> dict[str, Any] | None:
        """The first message on iopub that is wanted; None if none comes in time."""
        loop = asyncio.get_running_loop()
        end = loop.time() + SECONDS
        while loop.time() < end:
            try:
                heard = await client.kc.get_iopub_msg(timeout=1)
            except Exception:  # nothing came, or the kernel is gone
                if not await client.km.is_alive():
                    return None
                continue
            if wanted(heard):
                return dict(heard)
        return None
