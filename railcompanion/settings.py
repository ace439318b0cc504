"""Django's settings, all of them; the variables they read are described in `railcompanion.env`."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

from csp.constants import NONE, SELF

from railcompanion import external
from railcompanion.env import (
    data_folder,
    env_bool,
    env_int,
    env_list,
    env_secret,
    env_str,
    is_full_shape,
)
from railcompanion.logs import logging_config

BASE_DIR = Path(__file__).resolve().parent.parent

# --- The shape it runs in -----------------------------------------------------------------------

EMBEDDED = not is_full_shape()
DATA_FOLDER = data_folder()
DEBUG = env_bool("DEBUG")
SECRET_KEY = env_secret("SECRET_KEY", kept_in=DATA_FOLDER / "secret.key")
ALLOWED_HOSTS = env_list("ALLOWED_HOSTS")
CSRF_TRUSTED_ORIGINS = env_list("CSRF_TRUSTED_ORIGINS")
REDIS_URL = external.redis_url()
REDIS_PREFIX = env_str("REDIS_PREFIX")
LIVE_URL = external.live_url()
LIVE_CONNECTIONS = env_int("LIVE_CONNECTIONS")
DATABASES = {"default": external.database(DATA_FOLDER)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
SOCIAL = external.social_logins()

# --- Applications -------------------------------------------------------------------------------

INSTALLED_APPS = [
    "scoring",
    "games",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "rest_framework",
    "knox",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "django_htmx",
    "csp",
    "allauth",
    "allauth.account",
    "allauth.socialaccount",
    *SOCIAL.apps,
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "railcompanion.middleware.policies",
    "csp.middleware.CSPMiddleware",
    "railcompanion.middleware.live_origin",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "scoring.guests.GuestMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]

ROOT_URLCONF = "railcompanion.urls"
WSGI_APPLICATION = "railcompanion.wsgi.application"
ASGI_APPLICATION = "railcompanion.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "railcompanion.context.site",
            ],
        },
    },
]

# --- Language and time --------------------------------------------------------------------------

LANGUAGE_CODE = "en"
# A language is added here with its folder in locale/; half-translated pages are not offered.
LANGUAGES = [("en", "English")]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# --- Static files -------------------------------------------------------------------------------

STATIC_URL = "static/"
STATIC_ROOT = env_str("STATIC_ROOT") or str(DATA_FOLDER / "static")
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "whitenoise.storage.CompressedManifestStaticFilesStorage",
    },
}
WHITENOISE_USE_FINDERS = DEBUG

# --- Security -----------------------------------------------------------------------------------

HTTPS = env_bool("HTTPS")
PROXIES = env_int("PROXIES", high=9)
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]
SECURE_HSTS_SECONDS = env_int("HSTS_SECONDS") if HTTPS else 0
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if PROXIES else None
SECURE_REFERRER_POLICY = "same-origin"
# Browsers ignore this header over plain HTTP and complain about it on every page.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if HTTPS else None
SESSION_COOKIE_NAME = "railcompanion_session"
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_NAME = "railcompanion_csrf"
CSRF_COOKIE_SECURE = HTTPS
CSRF_COOKIE_HTTPONLY = True  # forms and htmx read the token from the page
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "connect-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "frame-ancestors": [NONE],
        "base-uri": [SELF],
        # A social login leaves the site by a posted form.
        "form-action": [SELF, *SOCIAL.origins],
    },
}
PERMISSIONS_POLICY = (
    "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=(), "
    "fullscreen=(self), screen-wake-lock=(self)"
)
WEBHOOK_PRIVATE = env_bool("WEBHOOK_PRIVATE")
DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 500
DATA_UPLOAD_MAX_NUMBER_FILES = 5

# --- Accounts -----------------------------------------------------------------------------------

AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = env_str("EMAIL_VERIFICATION", ("none", "optional", "mandatory"))
ACCOUNT_EMAIL_SUBJECT_PREFIX = "Rail Companion: "
ACCOUNT_LOGOUT_REDIRECT_URL = "/"
ACCOUNT_SESSION_REMEMBER = True
SOCIALACCOUNT_PROVIDERS = SOCIAL.settings
ALLAUTH_TRUSTED_PROXY_COUNT = PROXIES

_mail = external.mail()
EMAIL_BACKEND = _mail["EMAIL_BACKEND"]
EMAIL_HOST = _mail.get("EMAIL_HOST", "localhost")
EMAIL_PORT = _mail.get("EMAIL_PORT", 25)
EMAIL_HOST_USER = _mail.get("EMAIL_HOST_USER", "")
EMAIL_HOST_PASSWORD = _mail.get("EMAIL_HOST_PASSWORD", "")
EMAIL_USE_TLS = _mail.get("EMAIL_USE_TLS", False)
EMAIL_USE_SSL = _mail.get("EMAIL_USE_SSL", False)
EMAIL_TIMEOUT = _mail.get("EMAIL_TIMEOUT")
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env_str("EMAIL_FROM")

# --- Cache and tasks ----------------------------------------------------------------------------

CACHES: dict[str, dict[str, Any]] = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": REDIS_PREFIX,
    }
    if REDIS_URL
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
}

CELERY_BROKER_URL = REDIS_URL or "memory://localhost"
# Without a broker a task runs where it is called; callers wait for the commit (`transaction.on_commit`).
CELERY_TASK_ALWAYS_EAGER = not REDIS_URL
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
# Tasks are idempotent, so one whose worker died is simply run again.
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_TIME_LIMIT = 600
CELERY_TASK_SOFT_TIME_LIMIT = 570
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 1200,
    "global_keyprefix": f"{REDIS_PREFIX}:",
}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TIMEZONE = "UTC"

# --- API ----------------------------------------------------------------------------------------

REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "games.api.auth.SeatTokenAuthentication",
        "games.api.auth.PersonalTokenAuthentication",
        "games.api.auth.BrowserAuthentication",
    ],
    "EXCEPTION_HANDLER": "games.api.errors.handler",
    "DEFAULT_RENDERER_CLASSES": [
        "rest_framework.renderers.JSONRenderer",
        *(["rest_framework.renderers.BrowsableAPIRenderer"] if DEBUG else []),
    ],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_PAGINATION_CLASS": "railcompanion.pagination.Pages",
    "PAGE_SIZE": 50,
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_THROTTLE_CLASSES": ["games.api.throttles.CallerThrottle"],
    "DEFAULT_THROTTLE_RATES": {
        "anon": f"{env_int('THROTTLE_ANON', low=1)}/min",
        "user": f"{env_int('THROTTLE_USER', low=1)}/min",
        # By address: tables joined, codes tried that no game has, passwords tried.
        "join": "60/min",
        "miss": "20/min",
        "login": "10/min",
    },
    "NUM_PROXIES": PROXIES,
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}

REST_KNOX = {"TOKEN_TTL": timedelta(days=365)}

SPECTACULAR_SETTINGS: dict[str, Any] = {
    "TITLE": "Rail Companion",
    "DESCRIPTION": "The referee, banker and scorekeeper for railroad board games on a real table.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",  # whose schemas are those that the codec writes
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "games.api.schema.add_components",
    ],
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/",
    "ENUM_NAME_OVERRIDES": {
        "SeasonState": "scoring.models_leagues.Season.State",
        "ResultState": "scoring.models_leagues.Result.State",
    },
    "COMPONENT_SPLIT_REQUEST": True,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
}

LOGGING = logging_config(
    env_str("LOG_LEVEL", ("DEBUG", "INFO", "WARNING", "ERROR")),
    env_str("LOG_FORMAT", ("text", "json")),
    in_process=not REDIS_URL,
)
