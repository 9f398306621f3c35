"""The fence around a submission, with a shell in a kernel's place."""

import os
import socket
import subprocess
import sys
import time
import unittest
from pathlib import Path
from tempfile import TemporaryDirectory

from kit import ROOT
from kit.grading import isolation

FENCE = isolation.here()
IN_THE_NETWORK = f"""
import socket, sys
sys.path.insert(0, {str(ROOT / "lib/course/src/main/python")!r})
from kit.grading import isolation
isolation.enter_network(isolation.here())
server = socket.create_server(("127.0.0.1", 0))
socket.create_connection(server.getsockname())
print("loopback")
try:
    socket.create_connection(("127.0.0.1", int(sys.argv[1])), timeout=5)
    print("outside")
except OSError:
    print("cut off")
"""


class Network(unittest.TestCase):
    @unittest.skipUnless(FENCE.network, "this system allows no network namespace here")
    def test_only_a_loopback_of_its_own_is_there(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as outside:
            port = str(outside.getsockname()[1])
            done = subprocess.run([sys.executable, "-c", IN_THE_NETWORK, port], capture_output=True, text=True)
            self.assertEqual(["loopback", "cut off"], done.stdout.split("\n")[:2], done.stderr)

    def test_what_is_not_fenced_off_is_said(self) -> None:
        none = isolation.Fence(False, False, False).sentences()
        self.assertIn("NOT cut off", none["network"])
        self.assertTrue(all("NOT" in sentence for sentence in none.values()))
        self.assertFalse(any("NOT" in each for each in isolation.Fence(True, True, True).sentences().values()))


class Processes(unittest.TestCase):
    @unittest.skipUnless(sys.platform == "linux", "processes are listed from /proc")
    def test_a_process_whose_name_is_no_text_hides_no_other(self) -> None:
        """The thread's name is what stands in the process's status; anyone may set it."""
        renamed = (
            'open("/proc/self/comm", "wb").write(bytes([255, 254])); print(flush=True); import sys; sys.stdin.read()'
        )
        command = [sys.executable, "-c", renamed]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            assert process.stdin is not None and process.stdout is not None
            process.stdout.readline()
            status = Path(f"/proc/{process.pid}/status").read_bytes()
            self.assertIn(b"\xff\xfe", status.splitlines()[0])
            found = isolation.processes(os.getuid())
            process.stdin.close()
        self.assertIn(process.pid, found)
        self.assertIn(os.getpid(), found)


@unittest.skipUnless(FENCE.root and FENCE.files, "this system allows no mount namespace here")
class Files(unittest.TestCase):
    """As root, in a mount namespace."""

    def setUp(self) -> None:
        scratch = TemporaryDirectory(prefix="tidemark-fence-")
        self.addCleanup(scratch.cleanup)
        self.scratch = Path(scratch.name)
        self.scratch.chmod(0o755)
        self.folder = self.scratch / "s1"
        for folder in (self.folder, isolation.connection(self.folder).parent, self.scratch / "other"):
            folder.mkdir()
        (self.folder / "mine").write_text("mine\n")
        isolation.connection(self.folder).write_text("key")
        (self.scratch / "other" / "theirs").write_text("secret")
        self.uid = isolation.free_uid(1)

    def said(self, script: str) -> list[str]:
        inside = ["/bin/sh", "-c", script]
        command = isolation.command(FENCE, self.folder, inside, self.uid, [self.scratch / "other"])
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=60)
        return done.stdout.split()

    def test_it_has_a_uid_of_its_own_and_no_right(self) -> None:
        self.assertEqual(
            [str(self.uid), "0000000000000000"], self.said("id -u; awk '/CapEff/ {print $2}' /proc/self/status")
        )

    def test_it_sees_its_own_files_and_no_others(self) -> None:
        seen = self.said(f"cat mine; cat {self.scratch}/other/theirs; ls {ROOT}; ls /root /home; cat connection; pwd")
        self.assertNotIn("secret", seen)
        self.assertEqual("mine", seen[0])
        self.assertNotIn("solutions", seen)
        self.assertEqual(str(self.folder), seen[-1])

    def test_what_it_writes_is_bounded_and_gone_at_the_end(self) -> None:
        script = "dd if=/dev/zero of=large bs=1M count=500; wc -c < large; echo x > /tmp/left; cat /tmp/left"
        size, left = self.said(script)
        self.assertLessEqual(int(size), isolation.FILE_BYTES)
        self.assertEqual("x", left)
        self.assertEqual(["mine"], os.listdir(self.folder))
        self.assertFalse(Path("/tmp/left").exists())

    def test_a_fork_bomb_is_bounded_and_leaves_nothing(self) -> None:
        self.assertEqual(["end"], self.said("f() { f | f & }; f; sleep 1; echo end"))
        self.assertNotIn(self.uid, isolation.uids_with_processes())

    def test_a_kernel_whose_runner_was_ended_is_ended_too(self) -> None:
        inside = ["/bin/sleep", "60"]
        command = isolation.command(FENCE, self.folder, inside, self.uid, [])
        with subprocess.Popen(command, cwd=self.folder) as left:
            while self.uid not in isolation.uids_with_processes():
                self.assertIsNone(left.poll())
            self.assertGreater(isolation.end_kernels(self.folder), 0)
            self.assertNotEqual(0, left.wait(30))
        end = time.monotonic() + 30
        while self.uid in isolation.uids_with_processes():
            self.assertLess(time.monotonic(), end)

    def test_it_sees_no_process_but_its_own(self) -> None:
        self.assertLess(int(self.said("ls /proc | grep -c '^[0-9]'")[0]), 8)


if __name__ == "__main__":
    unittest.main()
