"""How gunicorn serves the site: ``gunicorn --config config/gunicorn.py``, from the project's folder.

Who listens where is gunicorn's own: ``--bind``, or the variable PORT; 127.0.0.1:8000 without. See docs/host/hosting.md.
"""

import os
from pathlib import Path

from django.apps import apps

from config import env
from config.warming import set_apart, warm, warm_on
from operations import logs
from operations.metric_files import forget_the_dead

wsgi_app = "config.wsgi"

workers = env.integer("GRIMOIRE_WEB_WORKERS", default=2)
worker_class = "operations.webworker.PatientWorker"  # threads, which no visitor can keep waiting
threads = env.integer("GRIMOIRE_WEB_THREADS", default=4)
worker_connections = 1000  # of one worker, most of them kept open for a next request

timeout = 60  # seconds after which a worker that does not stir is replaced
graceful_timeout = 30
keepalive = 5

limit_request_line = 8190  # bytes; a position in an address is long
limit_request_fields = 64
limit_request_field_size = 8190

# A worker is replaced now and then, not all at the same time: whatever it has piled up goes with it.
max_requests = 20_000
max_requests_jitter = 10_000

# What it is alive by must not wait for a disk.
worker_tmp_dir = "/dev/shm" if Path("/dev/shm").is_dir() and os.access("/dev/shm", os.W_OK) else None
control_socket_disable = True  # nobody asks it anything, and it would lie in the home folder

logger_class = "operations.accesses.AccessLogger"
accesslog = "-"  # the standard output; errors go to the standard error output, as the site's own log does
access_log_format = '%(t)s %(h)s "%(m)s %(U)s" %(s)s %(B)s %(M)sms %({x-request-id}o)s "%(a)s"'
if env.choice("GRIMOIRE_LOG_FORMAT", set(logs.FORMATTERS), default="line") == "json":
    logconfig_dict = logs.of_web_server()


def on_starting(server: object) -> None:
    """Called once, before there are workers: what those of an earlier start have counted is no figure of this one."""
    if env.secret("GRIMOIRE_METRICS_TOKEN", default=""):
        forget_the_dead(Path(env.text("GRIMOIRE_METRICS_DIR", default="var/metrics")))


def post_worker_init(worker: object) -> None:
    """Called in a new worker, the site loaded, before it serves."""
    warm()
    set_apart()
    warm_on()
    if apps.ready:
        from background.pulse import beat_steadily  # its models were not there yet when this file was read

        beat_steadily()
