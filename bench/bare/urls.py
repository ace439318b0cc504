"""The site's addresses and the bare endpoint."""

from __future__ import annotations

import json
from typing import Any

from django.urls import include, path
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from bare.models import Line


class Bare(APIView):
    """Reads JSON, inserts a row, answers JSON: no authentication, no throttle, nothing else."""

    authentication_classes = ()
    permission_classes = (AllowAny,)
    throttle_classes = ()

    def post(self, request: Request) -> Response:
        """Insert a row."""
        sent: Any = request.data
        line = Line.objects.create(number=sent["seen"], data=json.dumps(sent["move"]))
        return Response({"number": line.number, "last": line.pk}, status=201)


urlpatterns = [path("bare/", Bare.as_view()), path("", include("railcompanion.urls"))]
