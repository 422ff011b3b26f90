"""``script/audit`` where nobody can be asked, and what it makes of npm's answers; the real ones change every day."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

NONE = '{"auditReportVersion": 2, "metadata": {"vulnerabilities": {"low": 0, "total": 0}}}'
ONE = '{"auditReportVersion": 2, "metadata": {"vulnerabilities": {"low": 1, "total": 1}}}'
REFUSED = '{"message": "405 Method Not Allowed", "error": {}}'


@pytest.mark.parametrize(
    ("answer", "code", "said"),
    [
        (f"echo '{NONE}'", 0, "nobody knows a weakness of the packages of the front end"),
        (f"echo '{ONE}'; exit 1", 1, '"total": 1'),
        (f"echo '{REFUSED}'; exit 1", 0, "packages of the front end were not looked at"),
    ],
)
def test_what_cannot_be_asked_fails_nobody(root: Path, tmp_path: Path, answer: str, code: int, said: str) -> None:
    for program in ("bash", "env", "dirname", "timeout", "python3", "cat", "grep"):
        found = shutil.which(program)
        assert found is not None
        (tmp_path / program).symlink_to(found)
    npm = tmp_path / "npm"
    npm.write_text(f"#!/usr/bin/env bash\n{answer}\n")
    npm.chmod(0o755)
    environment = {**os.environ, "PATH": str(tmp_path), "GRIMOIRE_ADVISORIES": "http://127.0.0.1:9/"}
    done = subprocess.run(["script/audit"], cwd=root, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (code, "")
    assert "Python packages were not looked at" in done.stdout
    assert said in done.stdout
