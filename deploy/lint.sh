#!/usr/bin/env bash
# Checks everything in deploy/ by the tools of deploy/tools.txt, whose folder is the argument; see `make lint-deploy`.
set -euo pipefail
cd "$(dirname "$0")"
tools=$1
built=$(mktemp -d)
trap 'rm -rf "$built"' EXIT

say() { printf '%s\n' "-- $*"; }

say Dockerfile
"$tools/hadolint" Dockerfile

say YAML
"$tools/yamllint" --strict --config-file yamllint.yaml .

say compose.yaml
"$tools/check-jsonschema" --builtin-schema vendor.compose-spec compose.yaml

say Kubernetes
"$tools/kubectl" kustomize kubernetes > "$built/kubernetes.yaml"
for version in 1.30 1.37; do # the oldest that has all that is used, and a new one
    "$tools/kubernetes-validate" --strict --quiet --kubernetes-version "$version" "$built/kubernetes.yaml"
done

say Caddyfile
for caddy in "$tools/caddy" $(command -v caddy || true); do # the image's, and the system's if there is one
    case $("$caddy" version) in
        2.[0-6].* | v2.[0-6].*) buffering=buffer_requests ;;
        *) buffering='request_buffers 65KiB' ;;
    esac
    "$caddy" fmt --diff Caddyfile > /dev/null
    BUFFERING=$buffering "$caddy" validate --config Caddyfile --adapter caddyfile > "$built/caddy" 2>&1 || { cat "$built/caddy"; exit 1; }
done

say 'dashboard and alerts'
"$tools/python" lint_watching.py
if command -v promtool > /dev/null; then
    promtool check rules prometheus/alerts.yaml > "$built/promtool" || { cat "$built/promtool"; exit 1; }
    promtool test rules prometheus/alerts_test.yaml > "$built/promtool" || { cat "$built/promtool"; exit 1; }
else
    say 'alerts: not tried, there is no promtool here'
fi

if command -v systemd-analyze > /dev/null; then
    say systemd
    # A command has to exist where it is checked.
    sed 's#^ExecStart=/opt/eights/bin/eights#ExecStart=/bin/true#' systemd/eights.service > "$built/eights.service"
    systemd-analyze verify "$built/eights.service"
    systemd-analyze security --offline=true --threshold=20 systemd/eights.service > "$built/security" || {
        cat "$built/security"
        exit 1
    }
else
    say 'systemd: skipped, there is no systemd-analyze here'
fi
