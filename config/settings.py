"""All settings in one file, driven by the environment (see config/env.py and docs/host/settings.md).

GRIMOIRE_ENV names the kind of place this runs in. It is "production" unless somebody says otherwise, so that a
forgotten variable ends in a refusal to start and never in an open debugger.
"""

import os
import re
import tomllib
from pathlib import Path
from typing import Any

from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from config import databases, env, media
from operations import logs, vapid

BASE_DIR = Path(__file__).resolve().parent.parent
VERSION: str = tomllib.loads((BASE_DIR / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]

ENVIRONMENT = env.choice("GRIMOIRE_ENV", {"development", "test", "production"}, default="production")
PRODUCTION = ENVIRONMENT == "production"

DEBUG = env.boolean("GRIMOIRE_DEBUG", default=ENVIRONMENT == "development")
if DEBUG and PRODUCTION:
    raise ImproperlyConfigured("Turn GRIMOIRE_DEBUG off: it is not allowed in production.")

# Outside production anybody may know the key; in production neither of these has a default.
SECRET_KEY = env.secret("GRIMOIRE_SECRET_KEY", default=None if PRODUCTION else f"insecure-{ENVIRONMENT}-only")
SHORTEST_KEY = 32  # characters; whoever guesses the key signs in as anybody
if PRODUCTION and len(SECRET_KEY) < SHORTEST_KEY:
    raise ImproperlyConfigured(
        f"GRIMOIRE_SECRET_KEY must have at least {SHORTEST_KEY} random characters."
        ' Make one with: python3 -c "import secrets; print(secrets.token_urlsafe(50))"'
    )
ALLOWED_HOSTS = env.items("GRIMOIRE_ALLOWED_HOSTS", default=None if PRODUCTION else ["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.items("GRIMOIRE_CSRF_TRUSTED_ORIGINS", default=[])

# Discord sign-in is offered where an application is configured there.
DISCORD_CLIENT_ID = env.text("GRIMOIRE_DISCORD_CLIENT_ID", default="")
DISCORD_SECRET = env.secret("GRIMOIRE_DISCORD_SECRET", default="")
DISCORD = bool(DISCORD_CLIENT_ID and DISCORD_SECRET)
if bool(DISCORD_CLIENT_ID) != bool(DISCORD_SECRET):
    raise ImproperlyConfigured("Set GRIMOIRE_DISCORD_CLIENT_ID and GRIMOIRE_DISCORD_SECRET both, or neither.")

# The application that answers commands in Discord: its public key checks what comes from there. The other two are for
# `manage.py discord_commands --register` alone.
DISCORD_PUBLIC_KEY = env.text("GRIMOIRE_DISCORD_PUBLIC_KEY", default="")
if DISCORD_PUBLIC_KEY and not re.fullmatch(r"[0-9a-fA-F]{64}", DISCORD_PUBLIC_KEY):
    raise ImproperlyConfigured("GRIMOIRE_DISCORD_PUBLIC_KEY must have 64 hexadecimal digits.")
DISCORD_APPLICATION_ID = env.text("GRIMOIRE_DISCORD_APPLICATION_ID", default="")
if DISCORD_APPLICATION_ID and not re.fullmatch(r"[0-9]{1,20}", DISCORD_APPLICATION_ID):
    raise ImproperlyConfigured("GRIMOIRE_DISCORD_APPLICATION_ID must be a whole number.")
DISCORD_BOT_TOKEN = env.secret("GRIMOIRE_DISCORD_BOT_TOKEN", default="")

# --- Applications ---

ROOMS = [
    *("home", "api", "tournaments", "mutation", "scores", "tables", "grimoire", "rulings", "champions"),
    *("board", "cards", "accounts", "operations", "background", "web"),
]
# Each adds itself to those that can be played.
GAMES = ["games.decks", "games.schools", "games.armies"]
if ENVIRONMENT == "test":
    GAMES.append("tests.games.high_card")
INSTALLED_APPS = [
    *ROOMS,
    *GAMES,
    *([] if PRODUCTION else ["tools"]),  # commands for those who work on the site; the image is without them
    "csp",
    "django_htmx",
    "django_tasks",
    "django_tasks_db",
    "template_partials.apps.SimpleAppConfig",
    "allauth",
    "allauth.account",
    "allauth.socialaccount",
    *(["allauth.socialaccount.providers.discord"] if DISCORD else []),
    "allauth.mfa",
    "allauth.usersessions",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",  # of allauth's pages
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.sitemaps",
    "django.contrib.staticfiles",
]

# Figures for Prometheus, for whoever has the token; without one nothing is counted. Each process writes its own into a
# folder, which all of them read, and which prometheus_client wants to know of before it is imported.
METRICS_TOKEN = env.secret("GRIMOIRE_METRICS_TOKEN", default="")
if METRICS_TOKEN:
    if len(METRICS_TOKEN) < SHORTEST_KEY:
        raise ImproperlyConfigured(f"GRIMOIRE_METRICS_TOKEN must have at least {SHORTEST_KEY} characters.")
    METRICS_DIR = Path(env.text("GRIMOIRE_METRICS_DIR", default=str(BASE_DIR / "var" / "metrics")))
    METRICS_DIR.mkdir(parents=True, exist_ok=True)
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(METRICS_DIR)

MIDDLEWARE = [
    "accounts.requests.SiteRequestMiddleware",
    "operations.logs.RequestIdMiddleware",
    "operations.health.HealthMiddleware",
    *(["operations.figures.FiguresMiddleware"] if METRICS_TOKEN else []),
    "config.middleware.HeadMiddleware",
    "config.middleware.PermissionsMiddleware",
    "django.middleware.security.SecurityMiddleware",
    *(["whitenoise.middleware.WhiteNoiseMiddleware"] if PRODUCTION else []),
    # A board's page shrinks to a third. Tokens are masked anew in each answer and the length varies, against BREACH.
    "config.middleware.PackingMiddleware",
    "config.middleware.PolicyMiddleware",
    "accounts.middleware.CacheMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "config.middleware.LanguageMiddleware",
    "config.middleware.OfferMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.middleware.GuestMiddleware",
    "accounts.middleware.JobLaneMiddleware",
    "config.middleware.MessagesMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "accounts.too_many.LimitMiddleware",
    "config.failures.FailureMiddleware",
]

# Streams of live games are answered by a process of their own (config/asgi.py), with these alone.
STREAM_MIDDLEWARE = [
    "operations.logs.RequestIdMiddleware",
    "operations.health.HealthMiddleware",
    *(["operations.figures.FiguresMiddleware"] if METRICS_TOKEN else []),
    "django.middleware.security.SecurityMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            # As without a setting, but for "page.html#part", which is a part that page.html defines.
            "loaders": [
                (
                    "template_partials.loader.Loader",
                    [
                        (
                            "django.template.loaders.cached.Loader",
                            [
                                "django.template.loaders.filesystem.Loader",
                                "django.template.loaders.app_directories.Loader",
                            ],
                        )
                    ],
                )
            ],
            "builtins": ["config.scripts", "config.moments", "accounts.too_many", "web.percent"],
            "libraries": {"pages": "config.pages"},
            "context_processors": [
                "django.template.context_processors.debug",
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "grimoire.community.context_processors.news",
                "tables.own_games.context_processors.turns",
            ],
        },
    },
]

# --- Database: one file of SQLite, or a server of PostgreSQL (see config/databases.py). ---

DATABASE_URL = env.secret("GRIMOIRE_DATABASE_URL", default="")
DATABASE_FILE = env.text("GRIMOIRE_DATABASE", default="")
if DATABASE_URL and DATABASE_FILE:
    raise ImproperlyConfigured("Set GRIMOIRE_DATABASE_URL or GRIMOIRE_DATABASE, not both.")
DATABASES = {
    "default": databases.postgresql(DATABASE_URL)
    if DATABASE_URL
    else databases.sqlite(DATABASE_FILE or str(BASE_DIR / "var" / "grimoire.sqlite3"), is_kept_open=PRODUCTION)
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Guests who have not been here for so many months lose what only they have (accounts/abandoned.py).
GUESTS_KEPT_MONTHS = env.integer("GRIMOIRE_GUESTS_KEPT_MONTHS", default=18)
if GUESTS_KEPT_MONTHS < 1:
    raise ImproperlyConfigured("GRIMOIRE_GUESTS_KEPT_MONTHS must be at least 1.")

# Uploaded pictures, always encoded anew by us.
MEDIA_URL = "media/"
FILE_UPLOAD_HANDLERS = [
    "config.uploads.BoundedUploads",
    "django.core.files.uploadhandler.MemoryFileUploadHandler",
    "django.core.files.uploadhandler.TemporaryFileUploadHandler",
]
# In a bucket instead where one is named (config/media.py); then only what is made anew each day lies in this folder.
MEDIA_ROOT = Path(env.text("GRIMOIRE_MEDIA_ROOT", default=str(BASE_DIR / "var" / "media")))

# Cards as PDF and PNG, by what went into them: made again when they are missing.
RENDER_CACHE = Path(env.text("GRIMOIRE_RENDER_CACHE", default=str(BASE_DIR / "var" / "rendered")))

# With less than this left on a disk, /readyz says so.
LEAST_FREE_BYTES = env.integer("GRIMOIRE_LEAST_FREE_MB", default=500) * 1_000_000

# Work that takes longer than a request: done by `manage.py db_worker`, kept in the database until it is.
TASKS = {"default": {"BACKEND": "django_tasks_db.DatabaseBackend", "QUEUES": []}}

# --- What a room asks of one above it. ---

EDITOR_URL = "grimoire:editor"
QUESTIONS_URL = "rulings:questions"
ANALYSIS_URL = "analysing:from_board"
BESIDE_BOARD = "analysing/_panel.html"  # a template that takes the ``page`` of a board
PLAYER_URL = "home:player"
BOTS_URL = "home:bots"
CHAMPION_URL = "champions:champion"
RULING_ADDRESS = "rulings.links.ruling_address"  # by a ruling's number
OWNER_PARTS = ("solver",)  # one-to-one, read in the statement that reads an owner
SHARES_OF_WINS = "games.decks.statistics.card_wins.shares_of_cards"  # in percent, of cards with enough games
PICTURE_SHOWN_ELSEWHERE = "grimoire.published.shows_picture"  # than on a card that everybody may see
EVENT_OF_SESSION = "tournaments.sessions.event_of"  # the tournament that a Mutation session is played in
DRAW_SITE_PICTURES = "home.picture.draw_all"  # of the site's own links
DATABASE_FIGURES = {  # for Prometheus: what is counted, and how many there are of each sort
    "grimoire_games": ("Live games by how far they are.", "tables.running.games_by_status"),
    "grimoire_streams": ("Open streams of games, by who watches.", "tables.running.open_streams"),
}
SHIPPED: dict[
    str, tuple[str, dict[str, Any]]
] = {  # what comes with the site, by the command that puts it into the database
    "load_sets": ("cards.CardSet", {"shipped": True}),
    "load_books": ("grimoire.Book", {"owner": None}),
}

# --- Live games. ---

LIMITS = env.boolean("GRIMOIRE_LIMITS", default=True)
if PRODUCTION and not LIMITS:
    raise ImproperlyConfigured("Turn GRIMOIRE_LIMITS on: it cannot be off in production.")
# Seconds, at least and at most, after which a seat with but one answer is taken to have given it; tests give it.
PLAY_ANSWER_WAIT = (2.0, 5.0) if ENVIRONMENT != "test" else (3600.0, 3600.0)
STREAM_HEARTBEAT = 12.0 if ENVIRONMENT != "test" else 0.5  # seconds between two signs of life of a stream
STREAMS_IN_WSGI = not PRODUCTION  # the development server has a thread for each; gunicorn has not

# --- "It is your turn", told by browsers' push services to whoever has no page open: on where the site has a key. ---

VAPID_PRIVATE_KEY = env.secret("GRIMOIRE_VAPID_PRIVATE_KEY", default="")
try:
    VAPID_PUBLIC_KEY = vapid.public_key(VAPID_PRIVATE_KEY) if VAPID_PRIVATE_KEY else ""
except ValueError as wrong:
    raise ImproperlyConfigured(
        f"GRIMOIRE_VAPID_PRIVATE_KEY is not a key: {wrong}. Make one with: manage.py make_push_key"
    ) from None
# Whom those services may turn to. By default that is the site itself.
VAPID_CONTACT = env.text("GRIMOIRE_VAPID_CONTACT", default=f"https://{ALLOWED_HOSTS[0].lstrip('.')}")
if VAPID_PRIVATE_KEY and (not VAPID_CONTACT.startswith(("https://", "mailto:")) or VAPID_CONTACT == "https://*"):
    raise ImproperlyConfigured("Set GRIMOIRE_VAPID_CONTACT to an address that starts with mailto: or https://.")
# Browsers say where they want to be told, and the site goes there: so only to services that are known. "*." stands for
# all hosts of a domain.
PUSH_SERVICES = [
    "fcm.googleapis.com",
    "updates.push.services.mozilla.com",
    "*.notify.windows.com",
    "*.push.apple.com",
    *env.items("GRIMOIRE_PUSH_SERVICES", default=[]),
]
# Owners' own programs are told of turns where this is on; the worker then goes to addresses that visitors name.
WEBHOOKS = env.boolean("GRIMOIRE_WEBHOOKS", default=False)
# Programmers try their receivers on their own machine: with the development server only, for elsewhere it would let
# visitors reach what listens behind the site.
OUTGOING_TO_THIS_MACHINE = ENVIRONMENT == "development"
# Owners of sets of cards name the address of a table there: the site then reads it, when they ask.
TABLE_LINKS = env.boolean("GRIMOIRE_TABLE_LINKS", default=True)
# A proxy by which messages leave the site, where it reaches others by one alone.
EGRESS_PROXY = env.text("GRIMOIRE_EGRESS_PROXY", default="")
if EGRESS_PROXY and not re.fullmatch(r"http://[A-Za-z0-9.-]+:[0-9]{1,5}/?", EGRESS_PROXY):
    raise ImproperlyConfigured("GRIMOIRE_EGRESS_PROXY must be http://HOST:PORT, without a password.")

# --- Accounts. A name and a password are enough; an address is for those who want to be able to get back in. ---

AUTH_USER_MODEL = "accounts.User"
if ENVIRONMENT == "test":  # hundreds of accounts are made there, and the usual way is slow on purpose
    PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "cards:workshop"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_LOGOUT_REDIRECT_URL = "home:home"
ACCOUNT_USERNAME_MIN_LENGTH = 2
ACCOUNT_USERNAME_VALIDATORS = "accounts.names.VALIDATORS"
ACCOUNT_USERNAME_BLACKLIST = ["admin", "administrator", "grimoire", "guest", "moderator", "root", "staff", "support"]
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_RATE_LIMITS = {
    "login_failed": "10/m/ip",  # by name: see the adapter
    # Whatever is typed wrong counts too, and a class or a club may sign up from one address.
    "signup": "20/m/ip,60/h/ip,150/d/ip",
    # Each is a mail to an address that anybody may type.
    "reset_password": "20/m/ip,60/h/ip,5/m/key,10/h/key",
}
# Each change of password, address or second factor is told by mail, so that nobody learns of it too late.
ACCOUNT_EMAIL_NOTIFICATIONS = True
# Whoever sits down at a browser that somebody left open takes no account away by another address or sign-in.
ACCOUNT_REAUTHENTICATION_REQUIRED = True
# A second factor, for those who want one: an app's codes, security keys, codes on paper. A passkey is both factors.
MFA_ADAPTER = "accounts.two_factor.TwoFactorAdapter"
ACCOUNT_FORMS = {"login": "accounts.allauth_forms.SignInForm"}
MFA_FORMS = {
    "activate_totp": "accounts.allauth_forms.ActivateAppForm",
    "add_webauthn": "accounts.allauth_forms.AddPasskeyForm",
    "edit_webauthn": "accounts.allauth_forms.EditPasskeyForm",
}
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_ISSUER = "Grimoire"
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not PRODUCTION  # of localhost
CACHES: dict[str, dict[str, Any]] = {
    # What allauth counts, and nothing else, is kept here; every process has to see it.
    "default": {"BACKEND": "config.caches.CountsInDatabase", "LOCATION": "accounts_cache"},
    # What is dear to count again and may be some minutes old; each process counts for itself.
    "process": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "process"},
}
SOCIALACCOUNT_PROVIDERS = (
    {"discord": {"APPS": [{"client_id": DISCORD_CLIENT_ID, "secret": DISCORD_SECRET, "key": ""}]}} if DISCORD else {}
)
MESSAGE_STORAGE = "django.contrib.messages.storage.cookie.CookieStorage"

# Mail goes out where a server is named; else it is written to the log.
EMAIL_HOST = env.text("GRIMOIRE_EMAIL_HOST", default="")
EMAIL_PORT = env.integer("GRIMOIRE_EMAIL_PORT", default=587)
EMAIL_HOST_USER = env.text("GRIMOIRE_EMAIL_USER", default="")
EMAIL_HOST_PASSWORD = env.secret("GRIMOIRE_EMAIL_PASSWORD", default="")
EMAIL_USE_TLS = bool(EMAIL_HOST)
if PRODUCTION and EMAIL_HOST and "*" in ALLOWED_HOSTS:
    # The link in a mail about a forgotten password has the host name of whoever asked for the mail.
    raise ImproperlyConfigured("GRIMOIRE_ALLOWED_HOSTS cannot be * on a site that sends mail: list its host names.")
DEFAULT_FROM_EMAIL = env.text("GRIMOIRE_EMAIL_FROM", default="grimoire@localhost")
SERVER_EMAIL = DEFAULT_FROM_EMAIL
EMAIL_TIMEOUT = 10  # seconds: a mail about an error is sent while somebody waits for a page
EMAIL_BACKEND = f"django.core.mail.backends.{'smtp' if EMAIL_HOST else 'console'}.EmailBackend"

# --- Logs: to the standard error output, and errors by mail to whoever is named. ---

LOG_FORMAT = env.choice("GRIMOIRE_LOG_FORMAT", set(logs.FORMATTERS), default="line")
LOGGING = logs.configuration([*ROOMS, "games"], LOG_FORMAT)
ADMINS = [("", address) for address in env.items("GRIMOIRE_ADMINS", default=[])]
# Whom to tell of a weakness, by /.well-known/security.txt (RFC 9116): addresses of mail or of pages.
SECURITY_CONTACT = [
    address if ":" in address else f"mailto:{address}" for address in env.items("GRIMOIRE_SECURITY_CONTACT", default=[])
]
if any(not address.startswith(("mailto:", "https://", "tel:")) for address in SECURITY_CONTACT):
    raise ImproperlyConfigured("GRIMOIRE_SECURITY_CONTACT must be a mail address, or start with https:// or tel:.")
SENTRY_DSN = env.secret("GRIMOIRE_SENTRY_DSN", default="")  # where errors are reported besides
EMAIL_SUBJECT_PREFIX = "[Grimoire] "
if ADMINS and PRODUCTION and not EMAIL_HOST:
    raise ImproperlyConfigured("GRIMOIRE_ADMINS get mail about errors: set GRIMOIRE_EMAIL_HOST too.")

# --- Languages. English pages have no prefix, French ones live under /fr/. ---

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("fr", "Français")]
# Kept when a reader of the other language is asked on a page: not to ask again. What decides a language is the address.
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
FORMAT_MODULE_PATH = "config.formats"
TIME_ZONE = "UTC"
USE_TZ = True

# --- Static files. Fonts are served in place from the npm packages; icons are read by the server from one file. ---

NODE_MODULES = BASE_DIR / "node_modules"
GAME_ICONS = NODE_MODULES / "@iconify-json" / "game-icons" / "icons.json"

STATIC_URL = "static/"
STATIC_ROOT = Path(env.text("GRIMOIRE_STATIC_ROOT", default=str(BASE_DIR / "staticfiles")))
STATICFILES_DIRS = [
    BASE_DIR / "static",
    ("fonts/alegreya", NODE_MODULES / "@fontsource-variable" / "alegreya" / "files"),
    ("fonts/alegreya-sc", NODE_MODULES / "@fontsource" / "alegreya-sc" / "files"),
    ("fonts/im-fell-english-sc", NODE_MODULES / "@fontsource" / "im-fell-english-sc" / "files"),
]
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "config.bundles.BundleFinder",
]
STORAGES = {
    "default": media.storage(),
    "staticfiles": {
        "BACKEND": (
            "whitenoise.storage.CompressedManifestStaticFilesStorage"
            if PRODUCTION
            else "django.contrib.staticfiles.storage.StaticFilesStorage"
        ),
    },
}

# --- Security. HTTPS is taken for granted in production; GRIMOIRE_HTTPS=false is for trying it out on one machine. ---

HTTPS = env.boolean("GRIMOIRE_HTTPS", default=PRODUCTION)
SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = env.integer("GRIMOIRE_HSTS_SECONDS", default=31_536_000) if HTTPS else 0
BEHIND_PROXY = env.boolean("GRIMOIRE_BEHIND_PROXY", default=False)
ALLAUTH_TRUSTED_PROXY_COUNT = int(BEHIND_PROXY)  # limits count by the address that the proxy forwards
if BEHIND_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
CSRF_COOKIE_SECURE = SESSION_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
CSRF_FAILURE_VIEW = "config.refused_forms.form_expired"
X_FRAME_OPTIONS = "DENY"
SILENCED_SYSTEM_CHECKS = [
    "security.W005",  # HSTS for sub-domains is for the owner of the domain to decide
    "security.W021",  # and so is the browsers' preload list
    # Of HTTPS that is off, script/deploy-check says one sentence of its own.
    *(() if HTTPS else ("security.W004", "security.W008", "security.W012", "security.W016")),
]

# Scripts and styles come from files only: no inline script, no style attribute, in development as in production.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [SELF],
        "form-action": [SELF, *(["https://discord.com"] if DISCORD else [])],  # a form's redirects count too
        "frame-ancestors": [NONE],
    },
}

UNKNOWN_VARIABLES = env.unknown()  # last: what nothing above has asked for; script/deploy-check tells
