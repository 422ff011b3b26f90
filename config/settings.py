"""All settings in one file, driven by the environment (see config/env.py and docs/architecture.md).

GRIMOIRE_ENV names the kind of place this runs in. It is "production" unless somebody says otherwise, so that a
forgotten variable ends in a refusal to start and never in an open debugger.
"""

from pathlib import Path

from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from config import env

BASE_DIR = Path(__file__).resolve().parent.parent

ENVIRONMENT = env.choice("GRIMOIRE_ENV", {"development", "test", "production"}, default="production")
PRODUCTION = ENVIRONMENT == "production"

DEBUG = env.boolean("GRIMOIRE_DEBUG", default=ENVIRONMENT == "development")
if DEBUG and PRODUCTION:
    raise ImproperlyConfigured("GRIMOIRE_DEBUG cannot be on in production.")

# Outside production anybody may know the key; in production neither of these has a default.
SECRET_KEY = env.secret("GRIMOIRE_SECRET_KEY", default=None if PRODUCTION else f"insecure-{ENVIRONMENT}-only")
ALLOWED_HOSTS = env.items("GRIMOIRE_ALLOWED_HOSTS", default=None if PRODUCTION else ["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.items("GRIMOIRE_CSRF_TRUSTED_ORIGINS", default=[])

# Discord sign-in is offered where an application is configured there.
DISCORD_CLIENT_ID = env.text("GRIMOIRE_DISCORD_CLIENT_ID", default="")
DISCORD_SECRET = env.secret("GRIMOIRE_DISCORD_SECRET", default="")
DISCORD = bool(DISCORD_CLIENT_ID and DISCORD_SECRET)
if bool(DISCORD_CLIENT_ID) != bool(DISCORD_SECRET):
    raise ImproperlyConfigured("GRIMOIRE_DISCORD_CLIENT_ID and GRIMOIRE_DISCORD_SECRET are set both or not at all.")

# --- Applications ---

INSTALLED_APPS = [
    "grimoire",
    "rulings",
    "champions",
    "cards",
    "accounts",
    "background",
    "csp",
    "django_htmx",
    "django_tasks",
    "django_tasks_db",
    "allauth",
    "allauth.account",
    "allauth.socialaccount",
    *(["allauth.socialaccount.providers.discord"] if DISCORD else []),
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.sitemaps",
    "django.contrib.staticfiles",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    *(["whitenoise.middleware.WhiteNoiseMiddleware"] if PRODUCTION else []),
    # A board's page shrinks to a third. Tokens are masked anew in each answer and the length varies, against BREACH.
    "django.middleware.gzip.GZipMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.middleware.GuestMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.debug",
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# --- Database. IMMEDIATE takes the write lock at the start of a transaction, so that it waits instead of failing. ---

DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": env.text("GRIMOIRE_DATABASE", default=str(BASE_DIR / "var" / "grimoire.sqlite3")),
        # Persistent connections are worth a half more requests a second under a WSGI server with worker processes.
        "CONN_MAX_AGE": None if PRODUCTION else 0,
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": 5,
            "init_command": (
                "PRAGMA journal_mode=WAL;"
                "PRAGMA synchronous=NORMAL;"
                "PRAGMA cache_size=-20000;"
                "PRAGMA mmap_size=134217728;"
                "PRAGMA foreign_keys=ON"
            ),
        },
    },
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Uploaded pictures, always encoded anew by us.
MEDIA_URL = "media/"
FILE_UPLOAD_HANDLERS = [
    "config.uploads.BoundedUploads",
    "django.core.files.uploadhandler.MemoryFileUploadHandler",
    "django.core.files.uploadhandler.TemporaryFileUploadHandler",
]
MEDIA_ROOT = Path(env.text("GRIMOIRE_MEDIA_ROOT", default=str(BASE_DIR / "var" / "media")))

# Cards as PDF and PNG, by what went into them: made again when they are missing.
RENDER_CACHE = Path(env.text("GRIMOIRE_RENDER_CACHE", default=str(BASE_DIR / "var" / "rendered")))

# Work that takes longer than a request: done by `manage.py db_worker`, kept in the database until it is.
TASKS = {"default": {"BACKEND": "django_tasks_db.DatabaseBackend", "QUEUES": []}}

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
ACCOUNT_LOGOUT_REDIRECT_URL = "grimoire:board"
ACCOUNT_USERNAME_MIN_LENGTH = 2
ACCOUNT_USERNAME_VALIDATORS = "accounts.names.VALIDATORS"
ACCOUNT_USERNAME_BLACKLIST = ["admin", "administrator", "grimoire", "guest", "moderator", "root", "staff", "support"]
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
DEFAULT_FROM_EMAIL = env.text("GRIMOIRE_EMAIL_FROM", default="grimoire@localhost")
EMAIL_BACKEND = f"django.core.mail.backends.{'smtp' if EMAIL_HOST else 'console'}.EmailBackend"

# --- Languages. English pages have no prefix, French ones live under /fr/. ---

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("fr", "Français")]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
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
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
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
CSRF_COOKIE_HTTPONLY = True
X_FRAME_OPTIONS = "DENY"
SILENCED_SYSTEM_CHECKS = [
    "security.W005",  # HSTS for sub-domains is for the owner of the domain to decide
    "security.W021",  # and so is the browsers' preload list
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
