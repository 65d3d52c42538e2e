# Toolgate in a container, as an ordinary user. State lies in a volume: /state.
#   docker build -t toolgate .
#   docker run --rm -it -v "$PWD":/work -v toolgate-state:/state toolgate doctor
# Most containers allow no namespaces, so commands run behind Landlock there; docs/sandbox.md says what that holds.
FROM node:24-bookworm-slim AS build
WORKDIR /src
COPY . .
RUN npm ci && npm pack --pack-destination /tmp

FROM node:24-bookworm-slim
RUN apt-get update \
 && apt-get install -y --no-install-recommends bubblewrap ca-certificates git perl \
 && rm -rf /var/lib/apt/lists/*
COPY --from=build /tmp/toolgate-*.tgz /tmp/
RUN npm install --global /tmp/toolgate-*.tgz && npm cache clean --force && rm /tmp/toolgate-*.tgz \
 && mkdir -p /state /work && chown node:node /state /work
USER node
ENV XDG_STATE_HOME=/state
VOLUME /state
WORKDIR /work
ENTRYPOINT ["toolgate"]
CMD ["--help"]
