# A static binary and nothing else: docker build -t hanxin . && docker run --rm -i hanxin
FROM rust:1.95-alpine AS build
RUN apk add --no-cache musl-dev
WORKDIR /src
COPY . .
ARG HANXIN_COMMIT=
RUN HANXIN_COMMIT=$HANXIN_COMMIT cargo build --release --locked && cp target/release/hanxin /hanxin

# With a shell, for the commands of cluster/kubernetes.yaml.
FROM alpine:3
COPY --from=build /hanxin /usr/local/bin/hanxin
COPY LICENSE THIRD-PARTY.txt /usr/share/doc/hanxin/
USER nobody
ENTRYPOINT ["hanxin"]
