# What every step needs; each begins with `. ./common.sh`.
#
#   CHAVE_BASE_URL   where the server is                     (http://localhost:8080)
#   CHAVE_KEYS       the merchant's keys: the sandbox writes them to sandbox.json in its data directory
#   CHAVE            the program, for the device's key only  (chave)
#   CHAVE_WORK       where steps leave what the next ones need
# shellcheck shell=bash
set -euo pipefail

CHAVE_BASE_URL=${CHAVE_BASE_URL:-http://localhost:8080}
CHAVE_KEYS=${CHAVE_KEYS:-${CHAVE_DATA:-${XDG_DATA_HOME:-$HOME/.local/share}/chave/server}/sandbox.json}
CHAVE=${CHAVE:-chave}
CHAVE_WORK=${CHAVE_WORK:-${XDG_STATE_HOME:-$HOME/.local/state}/chave-curl}
api=$CHAVE_BASE_URL/payments/br
umask 077
mkdir -p "$CHAVE_WORK"
# Keys and answers lie there: a folder that somebody else has made, or can write to, is none for them.
if [ ! -O "$CHAVE_WORK" ] || [ -n "$(find "$CHAVE_WORK" -maxdepth 0 -perm /022)" ]; then
    printf '%s: %s belongs to somebody else, or others can write there: name another folder in CHAVE_WORK\n' \
        "$(basename "$0")" "$CHAVE_WORK" >&2
    exit 1
fi

# One of the sandbox's people; the bank's sign-in page names them all.
holder_cpf=76109277673
holder_password=senha-1

stop() {
    printf '%s: %s\n' "$(basename "$0")" "$*" >&2
    exit 1
}
say() { printf '%s\n' "$*" >&2; }

# call STATUS CURL-ARGUMENTS …: as the merchant's server (HTTP Basic). Prints the body; any other status ends the script.
call() {
    local expected=$1 status
    shift
    status=$(curl --silent --show-error --config <(credentials) --output "$CHAVE_WORK/answer" \
        --write-out '%{http_code}' "$@") || stop "no answer from $CHAVE_BASE_URL; is 'chave serve --sandbox' running?"
    [ "$status" = "$expected" ] || stop "expected $expected, got $status: $(cat "$CHAVE_WORK/answer")"
    cat "$CHAVE_WORK/answer"
}

# In a file descriptor, so that the password stands in no list of processes.
credentials() { jq -r '"user = \"\(.secret_id):\(.secret_password)\""' "$CHAVE_KEYS"; }

# The key of one request: made before it is sent, kept, and the same when the step is run again.
key_of() {
    [ -s "$CHAVE_WORK/$1.key" ] || cat /proc/sys/kernel/random/uuid >"$CHAVE_WORK/$1.key"
    printf 'Idempotency-Key: %s' "$(cat "$CHAVE_WORK/$1.key")"
}

# keep NAME: the answer, for the next steps;  of NAME FILTER: a part of it.
keep() { cat >"$CHAVE_WORK/new" && [ -s "$CHAVE_WORK/new" ] && mv "$CHAVE_WORK/new" "$CHAVE_WORK/$1.json"; }
of() {
    [ -s "$CHAVE_WORK/$1.json" ] || stop "run the steps before this one first ($1 is missing)"
    jq -er "$2" "$CHAVE_WORK/$1.json" || stop "$1 has no $2"
}

# What the SDK collects on a phone, as its JSON. The same device answers with the same deviceId each time.
risk_signals() {
    [ -s "$CHAVE_WORK/device" ] || cat /proc/sys/kernel/random/uuid >"$CHAVE_WORK/device"
    jq -n --arg device "$(cat "$CHAVE_WORK/device")" '{
        deviceId: $device, osVersion: "18.1", userTimeZoneOffset: "-03", language: "pt",
        screenDimensions: {height: 2556, width: 1179}, screenBrightness: 0.5,
        accountTenure: "2024-01-15", isRootedDevice: false, elapsedTimeSinceBoot: 123456789
    }'
}

# until_not STATUSES PATH: reads every two seconds for two minutes, as the guides ask, until the status is none of these.
# `Prefer: wait` spares most of these requests where the server knows it.
until_not() {
    local waiting=$1 path=$2 status
    for _ in $(seq 60); do
        status=$(call 200 "$api$path" | jq -r .status)
        case " $waiting " in *" $status "*) ;; *) echo "$status" && return ;; esac
        sleep "${CHAVE_POLL_SECONDS:-2}"
    done
    stop "still $status after two minutes; ask the person to try again"
}
