FROM node:24-bookworm-slim AS node

# SQLite's binding is compiled with the headers of 24.18: with those of 24.19 to 24.21 at least it ends the
# process now and then (nodejs/node issue 65446). What is compiled so runs on the newest 24.
FROM node:24.18.1-bookworm-slim AS build
RUN apt-get update \
  && apt-get install -y --no-install-recommends python3 make g++ \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /src
ENV npm_config_nodedir=/usr/local npm_config_build_from_source=true
# Behind a proxy that looks into TLS: the file with its certificate, mounted into the build.
ARG NODE_EXTRA_CA_CERTS
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build && node app/cli/pack.mjs /app

COPY --from=node /usr/local/bin/node /node
# Names of its inner functions, for debuggers: 18 MB.
RUN strip /node

# Neither npm nor a compiler comes along: Node's program, and what the product reaches.
FROM debian:bookworm-slim
COPY --from=build /node /usr/local/bin/node
COPY --from=build /app /app
RUN useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin firstnight \
  && install -d -m 700 -o firstnight -g firstnight /data \
  && printf '#!/bin/sh\nexec node /app/app/cli/run.mjs "$@"\n' > /usr/local/bin/firstnight \
  && chmod 755 /usr/local/bin/firstnight
ENV NODE_ENV=production DATA_DIR=/data
WORKDIR /app
USER 10001:10001
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=4", "build/server.js"]
