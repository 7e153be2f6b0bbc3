"""All settings, fed by the environment alone.

Without any variable set this is the *embedded* setting: SQLite, one process, no broker, everything kept in the
folder `var/`. `DATABASE_URL` and `REDIS_URL` make it the *production* setting; `docs/settings.md` explains each.
"""

import secrets
from pathlib import Path
from typing import Any

import environ
import tzlocal
from csp.constants import NONE, SELF
from django.conf.locale import LANG_INFO
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import to_language

from deploy import logs

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.FileAwareEnv()

# Everything an installation writes: database, compiled lexicons, collected static files, secret key.
DATA_FOLDER = Path(env.str("ISOTOP_DATA", default="") or BASE_DIR / "var")
DATA_FOLDER.mkdir(parents=True, exist_ok=True)


def _secret_key() -> str:
    """The key of the environment, or one made for this installation and kept with its data."""
    if key := env.str("SECRET_KEY", default=""):
        if key == "CHANGE-ME":
            raise ImproperlyConfigured("SECRET_KEY is still that of the example: make one of your own.")
        return str(key)
    path = DATA_FOLDER / "secret_key"
    if not path.exists():
        path.touch(mode=0o600)
        path.write_text(secrets.token_urlsafe(50))
    return path.read_text()


DEBUG = env.bool("DEBUG", default=False)
SECRET_KEY = _secret_key()
# A hall's laptop is reached under whatever address the hall's network gives it.
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["*"])
# The variable by which uvicorn and gunicorn know too whose word on where a request came from they may take.
TRUSTED_PROXIES = {one.strip() for one in env.list("FORWARDED_ALLOW_IPS", default=["127.0.0.1", "::1"])}
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "axes",
    "csp",
    "django_htmx",
    "template_partials",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "simple_history",
    "tournaments",
    "duplicate",
    "deploy",
]

MIDDLEWARE = [
    "deploy.health.HealthMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    # Static files have been compressed beforehand.
    "django.middleware.gzip.GZipMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "simple_history.middleware.HistoryRequestMiddleware",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "deploy.urls"
ASGI_APPLICATION = "deploy.asgi.application"

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# --- Database, broker, background work -------------------------------------------------------------------------

DATABASES = {"default": env.db_url("DATABASE_URL", default=f"sqlite:///{DATA_FOLDER / 'isotop.sqlite3'}")}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["OPTIONS"] = {
        # Writers queue from their first statement on, instead of failing half-way through.
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        # FULL: what was answered with a receipt survives a power cut.
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
    }
    # A file, as in real life: tests that use threads or processes need one.
    DATABASES["default"]["TEST"] = {"NAME": str(DATA_FOLDER / "test.sqlite3")}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = env.str("REDIS_URL", default="")
CELERY_BROKER_URL = REDIS_URL
CELERY_TASK_IGNORE_RESULT = True
# A broker that is gone must not keep an arbitrator's request waiting: no second attempt at connecting either.
CELERY_BROKER_TRANSPORT_OPTIONS = {"socket_timeout": 5, "socket_connect_timeout": 2, "max_retries": 0}
CELERY_TASK_PUBLISH_RETRY = False
# No worker hoards tasks: what a live round needs overtakes the pieces of long work that wait in the broker.
CELERY_WORKER_PREFETCH_MULTIPLIER = 1

BACKGROUND = (
    "tournaments.background.CeleryBackground" if REDIS_URL else "tournaments.background.ThreadBackground"
)
BROADCAST = "tournaments.broadcast.RedisBroadcast" if REDIS_URL else "tournaments.broadcast.LocalBroadcast"

# For throttling alone, so each process may count for itself: asking Redis would keep phones waiting without it.
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "OPTIONS": {"MAX_ENTRIES": 20_000},
    }
}

# --- People and security ---------------------------------------------------------------------------------------

AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "desk"
LOGOUT_REDIRECT_URL = "home"

# A name from one address: a hall may share the address, and a stranger must not lock the arbitrator out.
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_FAILURE_LIMIT = 10
AXES_COOLOFF_TIME = 0.25  # hours
AXES_RESET_ON_SUCCESS = True
AXES_ENABLE_ACCESS_FAILURE_LOG = False
AXES_LOCKOUT_TEMPLATE = "registration/locked_out.html"

SESSION_COOKIE_AGE = 60 * 60 * 24 * 14
SESSION_COOKIE_SAMESITE = "Lax"
# TLS is the proxy's in production; a hall's laptop speaks plain HTTP.
HTTPS = env.bool("HTTPS", default=False)
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365 if HTTPS else 0
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
# Other names of the same domain, and browsers' lists, are for its owner to decide, not for this program.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
# After how many days `manage.py forget_people` erases who has not played since; 0 keeps everybody.
FORGET_PEOPLE_DAYS = env.int("FORGET_PEOPLE_DAYS", default=0)
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "form-action": [SELF],
    },
}

# --- API -------------------------------------------------------------------------------------------------------

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "duplicate.api.errors.answer_error",
    "UNAUTHENTICATED_USER": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Isotop",
    "DESCRIPTION": "What a player's phone says and hears: joining a game, its public state, slips and receipts; and"
    " what everybody may read of events, seasons and players.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PERMISSIONS": ["rest_framework.permissions.AllowAny"],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    # Several things have a state.
    "ENUM_NAME_OVERRIDES": {
        "GameState": ["playing", "finished"],
        "MatchState": "tournaments.classic.phone.STATES",
        "ArrivalState": ["first", "again", "correction"],
    },
}

# --- Languages, time, static files -----------------------------------------------------------------------------

LANGUAGE_CODE = "en"
LOCALES = BASE_DIR / "deploy" / "locale"
LOCALE_PATHS = [LOCALES]
# English, which the sources speak, and whatever has a catalogue: a further language is one more file.
CATALOGUES = sorted(LOCALES.glob("*/LC_MESSAGES/django.po"))
LANGUAGES = [
    (code, LANG_INFO[code]["name_local"])
    for code in ("en", *(to_language(path.parts[-3]) for path in CATALOGUES))
]
FORMAT_MODULE_PATH = "deploy.formats"
TIME_ZONE = env.str("TIME_ZONE", default=tzlocal.get_localzone_name())
USE_TZ = True

STATIC_URL = "static/"
STATIC_ROOT = DATA_FOLDER / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "deploy.static.HashedStaticFiles"},
}

LOGGING = logs.configuration(
    level=env.str("LOG_LEVEL", default="") or "WARNING", form=env.str("LOG_FORMAT", default="") or "line"
)
