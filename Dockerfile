# The site, its streams and its worker are one image; compose.yaml says which of them a container is. docs/host/hosting.md.

# The packages that it is written on. They are taken again only when a lock has changed.
FROM python:3.11-slim-bookworm AS packages
WORKDIR /srv/grimoire
COPY script/bootstrap script/
COPY requirements requirements
# Nothing can be written where it runs, so each start would compile its modules again.
ENV UV_COMPILE_BYTECODE=1
RUN script/bootstrap python

# The engine's core, compiled; once for each state of the engine. The compiler stays here. Without the core the site works
# and is slow, so its lack ends the build.
FROM packages AS engine
RUN apt-get update && apt-get install --yes --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
COPY script/compile.py script/
COPY engine engine
RUN script/bootstrap compiled && .venv/bin/python script/compile.py --is-current

# Fonts and icons. npm stays here.
FROM packages AS front
COPY package.json package-lock.json .npmrc ./
RUN script/bootstrap front

FROM packages AS built
RUN apt-get update \
    && apt-get install --yes --no-install-recommends \
    libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0 fonts-dejavu-core \
    && rm -rf /var/lib/apt/lists/*
COPY --from=engine /srv/grimoire/var/compiled var/compiled
COPY --from=front /srv/grimoire/node_modules node_modules
COPY . .
RUN script/bootstrap image \
    && GRIMOIRE_SECRET_KEY=of-no-use-but-to-collect-files-while-this-is-built GRIMOIRE_ALLOWED_HOSTS=localhost \
    .venv/bin/python manage.py collectstatic --no-input --verbosity 0 \
    && .venv/bin/python -m pip uninstall --quiet --yes uv \
    && .venv/bin/python -m compileall -q -x '^\./(\.venv|node_modules|staticfiles)/' .

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
