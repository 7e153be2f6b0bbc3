"""All settings, read from the environment alone.

If no variable is set, this is the *embedded* setting: SQLite, one process, no broker, all data in one folder,
`var/` of a checkout or, where Isotop is installed, the user's. `DATABASE_URL` and `REDIS_URL` make it the
*production* setting; `docs/settings.md` explains each.
"""

import gc
import secrets
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import tzlocal
from csp.constants import NONE, SELF
from django.conf.locale import LANG_INFO
from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy, to_language

from deploy import environment, logs
from engine.atomic_files import write_whole
from engine.data_folder import data_folder, is_checkout
from tournaments.installation.private_files import make_private_folder

# Until the apps are ready (`deploy/apps.py`): what loads until then stays, and Python would search it again and again.
gc.disable()

BASE_DIR = Path(__file__).resolve().parent.parent
# Templates and documents: a wheel has them inside this package.
FILES_DIR = BASE_DIR if is_checkout() else BASE_DIR / "deploy"
# The command that people type on the machine that runs the program.
COMMAND = ".venv/bin/python manage.py" if is_checkout() else "isotop"
environment.refuse_unknown()

# Everything an installation writes: database, compiled lexicons, collected static files, secret key.
DATA_FOLDER = Path(environment.read("ISOTOP_DATA") or data_folder())
# This command only prints, and root calls it: a file of root's would be closed to the service.
WRITES_NO_DATA = sys.argv[1:2] == ["proxy_config"]
if not WRITES_NO_DATA:
    make_private_folder(DATA_FOLDER)


def _secret_key() -> str:
    """Return the key of the environment, or one generated for this installation and stored with its data."""
    if key := environment.read("SECRET_KEY"):
        return str(key)
    path = DATA_FOLDER / "secret_key"
    if not path.exists():
        new = secrets.token_urlsafe(50)
        if WRITES_NO_DATA:
            return new
        # Another process may start at the same moment: the first key counts.
        with suppress(FileExistsError):
            write_whole(path, new.encode(), new=True, private=True)
    return path.read_text()


DEBUG = environment.read("DEBUG")
SECRET_KEY = _secret_key()
# The hall's network may give a laptop any address: without the setting `deploy.heads` looks at the host.
ALLOWED_HOSTS = environment.read("ALLOWED_HOSTS") or ["*"]
OWN_HOSTS_ALONE = not environment.read("ALLOWED_HOSTS")
# uvicorn and gunicorn read the same variable: proxies whose header with the client's address is trusted.
TRUSTED_PROXIES = set(environment.read("FORWARDED_ALLOW_IPS"))
# Where our servers listen; the units of systemd read the same variable.
LISTEN = environment.read("ISOTOP_LISTEN")
CSRF_TRUSTED_ORIGINS = environment.read("CSRF_TRUSTED_ORIGINS")

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "axes",
    "corsheaders",
    "csp",
    "django_htmx",
    "template_partials",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "simple_history",
    "tournaments",
    "tournaments.classic",
    "tournaments.club_tables",
    "duplicate",
    "duplicate.website",
    "deploy",
]

MIDDLEWARE = [
    "deploy.monitoring.requests.RequestMiddleware",
    "deploy.health.HealthMiddleware",
    "deploy.heads.HeadMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "corsheaders.middleware.CorsMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    # Static files, already compressed, are served above.
    "django.middleware.gzip.GZipMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "tournaments.reports.csv_format.CsvFormatMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "simple_history.middleware.HistoryRequestMiddleware",
    "axes.middleware.AxesMiddleware",
    "tournaments.accounts.logins.LoginRefusedMiddleware",
    "tournaments.organisers.scope.ScopeMiddleware",
]

ROOT_URLCONF = "deploy.urls"
ASGI_APPLICATION = "deploy.asgi.application"

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [FILES_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "tournaments.views.context.navigation",
                "deploy.backups.notice.backup_notice",
            ],
        },
    },
]

# --- Database, broker, background work -------------------------------------------------------------------------

DATABASES = {
    "default": environment.read("DATABASE_URL")
    or environment.read_database(f"sqlite:///{DATA_FOLDER / 'isotop.sqlite3'}")
}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["OPTIONS"] = {
        # Writers wait for the lock at their first statement, instead of failing half-way through.
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        # FULL: a slip with a receipt survives a power cut.
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
    }
    # Opening the file and reading its schema takes longer than most questions.
    DATABASES["default"]["CONN_MAX_AGE"] = None
    # A file, as in production: tests with threads or processes need one.
    DATABASES["default"]["TEST"] = {"NAME": str(DATA_FOLDER / "test.sqlite3")}
else:
    # A new connection costs PostgreSQL a process, and more time than most queries.
    DATABASES["default"] = {"CONN_MAX_AGE": 60, "CONN_HEALTH_CHECKS": True} | DATABASES["default"]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = environment.read("REDIS_URL")
CELERY_BROKER_URL = REDIS_URL
CELERY_TASK_IGNORE_RESULT = True
# A missing broker must not delay an arbitrator's request: connecting is not retried either.
CELERY_BROKER_TRANSPORT_OPTIONS = {"socket_timeout": 5, "socket_connect_timeout": 2, "max_retries": 0}
CELERY_TASK_PUBLISH_RETRY = False
# Workers prefetch one task: tasks of a live round overtake pieces of long work that wait in the broker.
CELERY_WORKER_PREFETCH_MULTIPLIER = 1

BACKGROUND = (
    "tournaments.processes.background.CeleryBackground"
    if REDIS_URL
    else "tournaments.processes.background.ThreadBackground"
)
BROADCAST = (
    "tournaments.live.broadcast.RedisBroadcast" if REDIS_URL else "tournaments.live.broadcast.LocalBroadcast"
)

CACHES = {
    # For throttling alone, so each process may count for itself: Redis, when down, would delay phones.
    "default": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "OPTIONS": {"MAX_ENTRIES": 20_000},
    },
    # What all processes of the server know. A single one has it in the cache above.
    "shared": {
        "BACKEND": "tournaments.installation.resting_redis.RestingRedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "isotop",
        # As long may a stopped address hold the threads that read for streams, each time Redis was left alone.
        "OPTIONS": {"socket_timeout": 0.5, "socket_connect_timeout": 0.5},
    }
    if REDIS_URL
    else {"BACKEND": "django.core.cache.backends.dummy.DummyCache"},
}

# --- People and security ---------------------------------------------------------------------------------------

AUTHENTICATION_BACKENDS = [
    "tournaments.accounts.logins.AddressLimitBackend",
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
PASSWORD_HASHERS = ["tournaments.accounts.logins.OneAtATimeHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "desk"
LOGOUT_REDIRECT_URL = "home"

# A name and an address together: a hall may share the address, and a stranger must not lock the arbitrator
# out.
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_FAILURE_LIMIT = 10
AXES_COOLOFF_TIME = 0.25  # hours
# A wrong password during the lock writes nothing, and does not extend the lock.
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
AXES_RESET_ON_SUCCESS = True
AXES_ENABLE_ACCESS_FAILURE_LOG = False
AXES_LOCKOUT_TEMPLATE = "registration/locked_out.html"

SESSION_COOKIE_AGE = 60 * 60 * 24 * 14
SESSION_COOKIE_SAMESITE = "Lax"
# The proxy handles TLS in production; a hall's laptop speaks plain HTTP.
HTTPS = environment.read("HTTPS")
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365 if HTTPS else 0
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
# HSTS for subdomains and browsers' preload lists are the decision of the domain's owner.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
# Days without a game after which `manage.py erase_people` erases people; 0 keeps everybody.
ERASE_PEOPLE_DAYS = environment.read("ERASE_PEOPLE_DAYS")
# Servers, as host or host:port, to which clubs here may send results as envelopes name them; empty
# allows any.
RESULT_HOSTS = environment.read("ISOTOP_RESULT_HOSTS")
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024
# The results of a simultaneous game are dropped as many files at once.
DATA_UPLOAD_MAX_NUMBER_FILES = 2000

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
    "DEFAULT_SCHEMA_CLASS": "tournaments.api.openapi.AudienceSchema",
    "EXCEPTION_HANDLER": "duplicate.api.errors.answer_error",
    "UNAUTHENTICATED_USER": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Isotop",
    "DESCRIPTION": (
        "Results and games for pages and programs of your own, without login (*Public*), and what phones, clocks, club"
        " tables and other servers say and hear. `docs/api.md` of the sources has whole clients to begin with.\n\n"
        "- Answers are JSON in UTF-8, or CSV where the address says so. Sentences are in the language of"
        " `Accept-Language`; words for programs never change.\n"
        "- A refusal is a `Failure` (RFC 9457): `code` for programs, `detail` for people. Of invalid input `errors` has"
        " both for each field.\n"
        "- Many answers have a version: send `ETag` again as `If-None-Match`, and 304 says that nothing has changed.\n"
        "- 429 and 503 say in `Retry-After` how many seconds to wait.\n"
        "- Moments are milliseconds since 1970 by the server's clock, which `Server-Time` tells in the same way."
    ),
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PERMISSIONS": ["rest_framework.permissions.AllowAny"],
    "SWAGGER_UI_DIST": "SIDECAR",
    # The meaning of each field is seen first, and not an example made of types.
    "SWAGGER_UI_SETTINGS": {
        "deepLinking": True,
        "defaultModelRendering": "model",
        "defaultModelExpandDepth": 3,
    },
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    # No authentication class reads it: the view checks it with its event.
    "APPEND_COMPONENTS": {"securitySchemes": {"wallPass": {"type": "http", "scheme": "bearer"}}},
    # Several things have a state.
    "ENUM_NAME_OVERRIDES": {
        "ArrivalState": "duplicate.api.results.STATES",
        "AverageReason": "duplicate.prepared_games.results.sent_result.AVERAGES",
        "ClockAct": "tournaments.classic.api.clocks.ACTS",
        "ClockState": "tournaments.classic.clocks.frames.STATES",
        "DivisionState": "tournaments.classic.api.division_answers.DIVISION_STATES",
        "GameState": "tournaments.api.schemas.GAME_STATES",
        "MatchKeeper": "tournaments.classic.models.MatchRecord.Keeper",
        "MatchOutcome": "tournaments.classic.divisions.phone_page.OUTCOMES",
        "MatchState": "tournaments.classic.divisions.phone_page.PhoneState",
        "MissedCounts": "tournaments.classic.divisions.phone_page.MISSED_COUNTS",
        "Notation": "tournaments.api.schemas.NOTATIONS",
        "ReleaseState": "tournaments.api.schemas.RELEASES",
        "ResultFormat": "duplicate.prepared_games.results.sent_result.FORMATS",
        "ResultKind": "tournaments.classic.api.division_answers.RESULT_KINDS",
        "RoundPhase": "duplicate.live.frame.PHASES",
        "Sanction": "duplicate.judging.words.SANCTION_MEANINGS",
        "ScreenMode": "duplicate.models.OnScreens.Mode",
        "TableDevices": "tournaments.club_tables.models.ClubTable.Way",
        "TurnKind": "tournaments.classic.match_records.frames.KINDS",
    },
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "tournaments.api.openapi.describe_what_is_shared",
    ],
}

# Pages of any other site may read the public addresses of the API, without cookies and tokens, and nothing else.
CORS_URLS_REGEX = (
    r"^/api/v1/(?:"
    r"events/(?:[0-9]+/(?:standings(?:/|\.csv))?)?"
    r"|seasons/(?:[0-9]+/index(?:/|\.csv))?"
    r"|players/[0-9]+/"
    r"|games/[^/]+/"
    r"|(?:boards|tables)/[^/]+/(?:best/)?"
    r"|(?:annotated-games|match-records)/[^/]+(?:/|\.gcg)"
    r"|divisions/[0-9]+/(?:(?:standings|ratings)(?:/|\.csv)|rounds/[0-9]+/)?"
    r")\Z"
)
CORS_ALLOW_ALL_ORIGINS = True
CORS_ALLOW_CREDENTIALS = False
CORS_ALLOW_METHODS = ["GET"]
CORS_ALLOW_HEADERS = ["if-none-match"]
CORS_EXPOSE_HEADERS = ["ETag", "Retry-After", "Server-Time"]

# --- Languages, time, static files -----------------------------------------------------------------------------

LANGUAGE_CODE = "en"
LOCALES = BASE_DIR / "deploy" / "locale"
LOCALE_PATHS = [LOCALES]
# Tests hold these to be whole. Another one may be partial, which its name says: what it lacks is shown in English.
COMPLETE_LANGUAGES = ("en", "fr", "es", "de", "nl", "it", "ro")


def name_language(code: str) -> str | Promise:
    """Return the name of a language in itself, marked if its catalogue may be partial."""
    name = LANG_INFO.get(code, {}).get("name_local", code)
    return name if code in COMPLETE_LANGUAGES else format_lazy("{} ({})", name, gettext_lazy("in part"))


# English, the language of the sources, and each language with a catalogue: `make language` writes a new one.
CATALOGUES = sorted(LOCALES.glob("*/LC_MESSAGES/django.po"))
LANGUAGES = [
    (code, name_language(code)) for code in ("en", *(to_language(path.parts[-3]) for path in CATALOGUES))
]
FORMAT_MODULE_PATH = "deploy.formats"
TIME_ZONE = environment.read("TIME_ZONE") or tzlocal.get_localzone_name()
USE_TZ = True

STATIC_URL = "static/"
# A proxy with a user of its own cannot read the data folder, so static files may have another folder.
STATIC_ROOT = Path(environment.read("ISOTOP_STATIC") or DATA_FOLDER) / "static"
# The umask sets the permissions.
FILE_UPLOAD_PERMISSIONS = None
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "deploy.assets.storage.HashedStaticFiles"},
}

# --- What operators see ----------------------------------------------------------------------------------------

# Opens /metrics; without it nothing is counted.
METRICS_TOKEN = environment.read("METRICS_TOKEN")

if SENTRY_DSN := environment.read("SENTRY_DSN"):
    from deploy.monitoring import sentry

    sentry.start(SENTRY_DSN)

LOGGING = logs.configuration()
