# One image for pages, live stream and worker; compose.yaml says which runs what.
FROM python:3.11-slim AS packages
COPY requirements/runtime.txt .
RUN python -m venv /venv && /venv/bin/pip install --no-cache-dir --require-hashes -r runtime.txt

FROM python:3.11-slim
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 \
    RAILCOMPANION_DATA=/data STATIC_ROOT=/app/staticfiles
RUN useradd --create-home companion && install -d -o companion /data /app/staticfiles
WORKDIR /app
COPY --from=packages /venv /venv
COPY manage.py ./
COPY railcompanion railcompanion
COPY scoring scoring
COPY games games
COPY templates templates
COPY static static
COPY locale locale
USER companion
# The secret made while building is for this step alone and does not stay in the image.
RUN python manage.py collectstatic --no-input && rm -f /data/secret.key
EXPOSE 8000
CMD ["granian", "--interface", "wsgi", "railcompanion.wsgi:application", "--host", "0.0.0.0", "--port", "8000", "--workers", "2", "--backlog", "8192", "--backpressure", "4096", "--no-ws"]
