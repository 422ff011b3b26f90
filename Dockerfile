# syntax=docker/dockerfile:1
# The site, its streams and its worker are one image; compose.yaml says which of them a container is. docs/hosting.md.

# What builds it: a compiler for the engine's core, npm for fonts and icons. None of that is in the image.
FROM python:3.11-slim-bookworm AS built
RUN apt-get update \
    && apt-get install --yes --no-install-recommends gcc libc6-dev npm \
    libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0 fonts-dejavu-core \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /srv/grimoire
# Packages first: they are taken again only when a lock has changed.
COPY script/bootstrap script/compile.py script/
COPY requirements requirements
RUN script/bootstrap python
COPY . .
RUN script/bootstrap image \
    && GRIMOIRE_SECRET_KEY=of-no-use-but-to-collect-files-while-this-is-built GRIMOIRE_ALLOWED_HOSTS=localhost \
    .venv/bin/python manage.py collectstatic --no-input --verbosity 0

# Caddy with its configuration, as a user of its own: what it keeps lies in two volumes that belong to it.
FROM caddy:2 AS proxy
COPY deploy/Caddyfile /etc/caddy/Caddyfile
RUN chown -R 10002:10002 /data /config
USER 10002:10002

FROM python:3.11-slim-bookworm AS site
# What WeasyPrint draws with, and what copies the database: as new as the server of compose.yaml.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends \
    libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0 fonts-dejavu-core postgresql-client-15 \
    && rm -rf /var/lib/apt/lists/* \
    && groupadd --gid 10001 grimoire \
    && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin grimoire \
    && install --directory --owner=10001 --group=10001 \
    /var/lib/grimoire /var/lib/grimoire/media /var/lib/grimoire/rendered /var/lib/grimoire/backups
WORKDIR /srv/grimoire
COPY --from=built /srv/grimoire /srv/grimoire
# All that it writes: pictures, cards that were drawn, backups. Nothing of the image changes while it runs.
ENV GRIMOIRE_MEDIA_ROOT=/var/lib/grimoire/media \
    GRIMOIRE_RENDER_CACHE=/var/lib/grimoire/rendered \
    XDG_CACHE_HOME=/tmp \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1
USER 10001:10001
EXPOSE 8000
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s \
    CMD [".venv/bin/python", "script/probe.py", "http://127.0.0.1:8000/healthz"]
CMD [".venv/bin/gunicorn", "--config", "config/gunicorn.py", "--bind", "0.0.0.0:8000"]
