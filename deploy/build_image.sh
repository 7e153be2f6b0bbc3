#!/usr/bin/env bash
# Build the image `isotop` with buildah, as root, where no daemon of Docker runs: `make image`.
#   deploy/build_image.sh             on the base that the Containerfile names, from its registry
#   deploy/build_image.sh --debian    on Debian 12 with its Python, made here by debootstrap: no registry is asked
# Needs buildah, and debootstrap for --debian. Where the network has a certificate authority of its own, SSL_CERT_FILE
# names its file: the build sees it, the image does not get it.
set -euo pipefail
cd "$(dirname "$0")/.."

DEBIAN_BASE=localhost/isotop-base:bookworm

make_debian_base() {
    local folder container
    folder=$(mktemp -d)
    debootstrap --variant=minbase --include=python3,python3-venv,ca-certificates bookworm "$folder" >&2
    rm -rf "$folder"/var/lib/apt/lists/* "$folder"/var/cache/apt/*
    container=$(buildah from scratch)
    buildah copy --quiet "$container" "$folder" / >/dev/null
    buildah commit --quiet --rm "$container" "$DEBIAN_BASE" >/dev/null
    rm -rf "$folder"
}

options=(--isolation chroot --format docker --layers --tag isotop --file deploy/Containerfile)
if [ "${1:-}" = --debian ]; then
    buildah inspect --type image "$DEBIAN_BASE" >/dev/null 2>&1 || make_debian_base
    options+=(--build-arg "BASE=$DEBIAN_BASE")
fi
if [ -n "${SSL_CERT_FILE:-}" ]; then
    options+=(--secret "id=authorities,src=$SSL_CERT_FILE")
fi
buildah build "${options[@]}" .
buildah images isotop
