# PostgreSQL, for docker-compose.database.yml. A file of its own: engines without BuildKit make every stage before one.
ARG TOOLS_IMAGE=debian:trixie-slim
FROM ${TOOLS_IMAGE}
COPY docker/postgres.sh /
RUN /postgres.sh install
USER postgres
ENTRYPOINT ["/postgres.sh", "serve"]
