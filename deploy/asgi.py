"""The program as an ASGI application: `uvicorn deploy.asgi:application`."""

import os
import warnings

from django.core.asgi import get_asgi_application

# WhiteNoise hands out small static files synchronously, in a thread: what Django warns of costs nothing here.
warnings.filterwarnings("ignore", "StreamingHttpResponse must consume synchronous iterators")

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
application = get_asgi_application()
