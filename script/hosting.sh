# What script/setup, script/upgrade and script/manage share; they source it in the project's folder.
# SITE_VARIABLES, SITE_UNITS, SITE_BACKUPS and SITE_READYZ name other places than a host's own, for tests.
root=$PWD
program=script/${0##*/}
variables=${SITE_VARIABLES:-/etc/grimoire.env}
units=${SITE_UNITS:-/etc/systemd/system}
backups=${SITE_BACKUPS:-/var/backups/grimoire}
services=(grimoire-web grimoire-streams grimoire-worker)
readyz=${SITE_READYZ:-http://127.0.0.1:8000/readyz}

say() { printf '>> %s\n' "$*" >&2; }

die() { # WHAT [LINES...]
  printf '%s: %s\n' "$program" "$1" >&2
  shift
  (($# == 0)) || printf '  %s\n' "$@" >&2
  exit 1
}

is_root() { [[ $(id -u) == 0 ]]; }

site_user() { stat --format=%U .; } # the site runs as the owner of its folder

as_site() { # COMMAND...: as that user, in whose name nothing of root's is left behind
  local user home
  user=$(site_user)
  if [[ $(id -un) == "$user" ]]; then
    "$@"
  elif is_root; then
    home=$(getent passwd "$user" | cut -d: -f6)
    runuser -u "$user" -- env HOME="$home" XDG_CACHE_HOME="$root/var/cache" npm_config_cache="$root/var/cache/npm" "$@"
  else
    die "the site belongs to $user: start this as that user or as root." "sudo $program"
  fi
}

with_variables() { as_site .venv/bin/python script/with_variables.py "$variables" "$@"; } # read as systemd does

manage() { with_variables .venv/bin/python manage.py "$@"; }

parts() { # of script/bootstrap that the site's variables ask for
  if grep -q '^GRIMOIRE_MEDIA_S3_BUCKET=.' "$variables"; then echo image s3; else echo image; fi
}

has_systemd() { is_root && systemctl show-environment >/dev/null 2>&1; }

install_units() { # as this folder and its user are called; where there is no systemd, nothing
  local unit user
  user=$(site_user)
  has_systemd || return 0
  for unit in deploy/grimoire-*; do
    sed -e "s#/srv/grimoire#$root#g" -e "s#^User=grimoire\$#User=$user#" -e "s#/var/backups/grimoire#$backups#g" "$unit" >"$units/${unit##*/}"
  done
  install -d -o "$user" -g "$(stat --format=%G .)" -m 700 "$backups"
  systemctl daemon-reload
}

start_services() {
  if has_systemd; then
    systemctl enable --quiet "${services[@]}" grimoire-backup.timer
    systemctl start grimoire-backup.timer grimoire-web
    wait_for_pages # the others after it: by their first sign of life, players' clocks run on
    systemctl start "${services[@]}"
  else
    say "no systemd here, or not root: start what deploy/*.service name (ExecStart) yourself"
  fi
}

wait_for_pages() { # for two minutes, until the web server answers
  local try
  for ((try = 0; try < 120; try++)); do
    ! curl --silent --output /dev/null --max-time 120 "${readyz%readyz}healthz" || return 0
    sleep 1
  done
}

wait_until_ready() { # until the site has all that it needs, for two minutes
  has_systemd || return 0
  local try answer=""
  for ((try = 0; try < 60; try++)); do
    answer=$(curl --silent --max-time 10 --write-out ' %{http_code}' "$readyz") && [[ $answer == *' 200' ]] && return
    sleep 2
  done
  die "the site isn't ready: ${answer:-no answer from $readyz}" "journalctl -u grimoire-web -u grimoire-streams -u grimoire-worker"
}
