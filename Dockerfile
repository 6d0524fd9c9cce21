# An image of leadctl, for docs/scale.md. `.ci/image` builds it by podman and runs it; by Docker:
#
#   docker build --tag leadctl .
#   docker run --rm --init leadctl submit /opt/leadctl/fixtures/leads.csv --sandbox
#
# Your sheets and runs come by a volume at /data, and belong to you:
#
#   docker run --rm --init --user "$(id -u):$(id -g)" --volume "$PWD:/data" \
#     --env LEADCTL_BASE_URL --env LEADCTL_PARTNER --env LEADCTL_API_KEY leadctl submit leads.csv
#
# --init, because a container's first process gets no signal that it has not asked for: Ctrl-C would go unheard.

FROM node:24-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.json rolldown.config.ts vite.config.ts ./
COPY build build
COPY src src
RUN npm run build

FROM node:24-bookworm-slim
ENV NODE_ENV=production
WORKDIR /opt/leadctl
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund && npm cache clean --force
COPY --from=build /build/dist dist
COPY bin bin
COPY src/report/page/page.css src/report/page/page.css
COPY fixtures/leads.csv fixtures/leads.csv
COPY docs/config.schema.json docs/config.schema.json
COPY LICENSE README.md ./
# The mark tells `leadctl --version` that this is an image.
RUN touch /opt/leadctl/.image && ln -s /opt/leadctl/bin/leadctl.js /usr/local/bin/leadctl \
  && mkdir --mode 700 /data && chown node:node /data
# By number, so that a cluster can see that it is not root.
USER 1000:1000
WORKDIR /data
VOLUME /data
ENTRYPOINT ["leadctl"]
CMD ["--help"]
