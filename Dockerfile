# Every tier, the load generator and the observer: one image each, --build-arg MODULE=tomcat-server.
# The decisions behind it: docs/adr/0004-images.md.
ARG BASE_IMAGE=eclipse-temurin:25.0.3_9-jdk-noble
ARG TOOLS_IMAGE=debian:trixie-slim

FROM ${BASE_IMAGE} AS jars
WORKDIR /src
COPY . .
RUN docker/jars.sh

FROM ${BASE_IMAGE} AS layers
ARG MODULE
ARG JAR=${MODULE}
COPY --from=jars /src/${MODULE}/target/${JAR}.jar /app.jar
COPY docker/layers.sh /
RUN /layers.sh /app.jar /layers

# The parts that change least come first: after a change of our code only the last layer is new.
FROM ${BASE_IMAGE} AS tier
WORKDIR /app
COPY docker/healthy.sh ./
COPY --from=layers /layers/dependencies/ ./
COPY --from=layers /layers/snapshot-dependencies/ ./
COPY --from=layers /layers/application/ ./
USER 10001:10001
ENTRYPOINT ["java", "-jar", "app.jar"]

# bpftrace, perf and pidstat. The base image's distribution has an older bpftrace, and a perf for one kernel only.
FROM ${TOOLS_IMAGE} AS tools
COPY docker/tools.sh /
RUN /tools.sh /opt/tools

# The observer looks at the processes of the host and needs the kernel's tracer.
FROM ${BASE_IMAGE} AS observer
COPY --from=tools /opt/tools/ /opt/tools/
ENV PATH=/opt/tools/bin:${PATH}
WORKDIR /app
COPY --from=layers /layers/dependencies/ ./
COPY --from=layers /layers/snapshot-dependencies/ ./
COPY --from=layers /layers/application/ ./
ENTRYPOINT ["java", "-XX:+UseSerialGC", "-jar", "app.jar"]
