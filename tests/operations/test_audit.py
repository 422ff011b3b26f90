"""``script/audit`` where nobody can be asked, and what it makes of npm's answers; the real ones change every day."""

from __future__ import annotations

import os
import shutil
import subprocess
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest

NONE = '{"auditReportVersion": 2, "metadata": {"vulnerabilities": {"low": 0, "total": 0}}}'
ONE = '{"auditReportVersion": 2, "metadata": {"vulnerabilities": {"low": 1, "total": 1}}}'
REFUSED = '{"message": "405 Method Not Allowed", "error": {}}'


@pytest.mark.parametrize(
    ("answer", "code", "said"),
    [
        (f"echo '{NONE}'", 0, "no known vulnerabilities in the front-end packages"),
        (f"echo '{ONE}'; exit 1", 1, '"total": 1'),
        (f"echo '{REFUSED}'; exit 1", 0, "front-end packages were not checked"),
    ],
)
def test_what_cannot_be_asked_fails_nobody(root: Path, tmp_path: Path, answer: str, code: int, said: str) -> None:
    for program in ("bash", "env", "dirname", "timeout", "python3", "cat", "grep"):
        executable = shutil.which(program)
        assert executable is not None
        (tmp_path / program).symlink_to(executable)
    npm = tmp_path / "npm"
    npm.write_text(f"#!/usr/bin/env bash\n{answer}\n")
    npm.chmod(0o755)
    environment = {**os.environ, "PATH": str(tmp_path), "GRIMOIRE_ADVISORIES": "http://127.0.0.1:9/"}
    done = subprocess.run(["script/audit"], cwd=root, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (code, "")
    assert "Python packages were not checked" in done.stdout
    assert said in done.stdout


class Index(BaseHTTPRequestHandler):
    """Tells of weaknesses."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b'{"vulnerabilities": []}')

    def log_message(self, *_: object) -> None:
        """Says nothing."""


def test_installing_takes_nothing_from_the_time_to_ask(root: Path, tmp_path: Path) -> None:
    """On a machine where that takes longer, which would else look at nothing and pass."""
    audit = (root / "script" / "audit").read_text("utf-8")
    assert "PATIENCE=25 " in audit
    programs = {
        "script/audit": audit.replace("PATIENCE=25 ", "PATIENCE=3 "),
        "script/bootstrap": "#!/usr/bin/env bash\nsleep 4\n",
        ".venv/bin/python": "#!/usr/bin/env bash\n",  # pip-audit finds nothing
        "bin/npm": "#!/usr/bin/env bash\nexit 1\n",
    }
    (tmp_path / "var").mkdir()
    for name, text in programs.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        path.chmod(0o755)
    with HTTPServer(("127.0.0.1", 0), Index) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        environment = {
            **os.environ,
            "PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}",
            "GRIMOIRE_ADVISORIES": f"http://127.0.0.1:{server.server_port}/",
        }
        done = subprocess.run(
            ["script/audit"], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )
        server.shutdown()
    assert done.returncode == 0
    assert "no known vulnerabilities in the Python packages" in done.stdout
