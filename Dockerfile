FROM node:26-slim AS build
# Without debug symbols, the Node binary is 33 MB smaller.
RUN apt-get update \
  && apt-get install -y --no-install-recommends binutils \
  && rm -rf /var/lib/apt/lists/* \
  && strip -o /node /usr/local/bin/node \
  && cp -L /usr/lib/*-linux-gnu/libatomic.so.1 /libatomic.so.1
WORKDIR /src
# Needed behind a proxy that inspects TLS: the file with the proxy's certificate, mounted into the build.
ARG NODE_EXTRA_CA_CERTS
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build && node app/cli/pack.mjs /app

# The image contains the Node binary, the one library it needs that Debian lacks, and the files that Firstnight uses.
# It has no npm.
FROM debian:stable-slim
COPY --from=build /node /usr/local/bin/node
COPY --from=build /libatomic.so.1 /usr/lib/libatomic.so.1
COPY --from=build /app /app
RUN useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin firstnight \
  && install -d -m 700 -o firstnight -g firstnight /data \
  && printf '#!/bin/sh\nexec node /app/app/cli/run.mjs "$@"\n' > /usr/local/bin/firstnight \
  && chmod 755 /usr/local/bin/firstnight
ENV NODE_ENV=production DATA_DIR=/data MALLOC_ARENA_MAX=2
WORKDIR /app
USER 10001:10001
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "app/cli/start.mjs"]
