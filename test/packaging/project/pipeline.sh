#!/bin/sh
# A pipeline of a project that uses leadctl: it checks the environment, then sends today's leads there. It needs
# LEADCTL_BASE_URL, LEADCTL_PARTNER and LEADCTL_API_KEY, or runs against a sandbox: leadctl sandbox -- ./pipeline.sh
set -u
PATH="$PWD/node_modules/.bin:$PATH"
# Old results must not pass for today's.
rm -f smoke.xml smoke.json submit.json leads.xml

leadctl smoke --no-create --junit smoke.xml --json > smoke.json
code=$?
case $code in
  0) echo "The service does what its interface promises." ;;
  1) echo "The service differs from its interface: see smoke.xml" >&2; exit 1 ;;
  *) echo "No verdict (exit code $code): see smoke.xml" >&2; exit "$code" ;;
esac

# Each run gets its own folder: the login links of earlier runs stay where they are.
run=run-$(date -u +%Y%m%dT%H%M%SZ)-$$
leadctl submit "${1:-leads.csv}" --out "$run" --json > submit.json
code=$?
case $code in
  0) echo "Every row is created." ;;
  1) echo "Some rows were not created: correct $run/fix.csv, then leadctl replay $run --with $run/fix.csv" >&2 ;;
  4) leadctl resume "$run" --json > submit.json; code=$? ;;
  5) echo "Some rows may exist: leadctl report $run --format handover --output handover.csv is for the service's owner" >&2 ;;
  *) echo "Nothing more was sent (exit code $code)" >&2; exit "$code" ;;
esac
leadctl report "$run" --format junit --output leads.xml || exit
exit "$code"
