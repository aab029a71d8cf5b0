#!/bin/sh
# Rehearses an operator's tasks in a temporary folder: install, https, backup, restore, update and rollback. It needs root,
# caddy, curl and node, and free ports 13000, 18080 and 18443.
#
#   deploy/rehearse.sh pyramidion-1.0.0-BUILD-linux-x64.tar.gz
set -eu
archive=$(readlink -f "${1:?the archive that npm run release has made}")
deploy=$(dirname "$(readlink -f "$0")")
folder=$(mktemp -d)
state=$folder/state
opt=$folder/opt
user=nobody
port=13000
http_port=18080
https_port=18443
site=https://localhost:$https_port
trap 'kill "${server:-}" "${caddy:-}" 2>/dev/null || true; rm -rf "$folder"' EXIT

step() { printf '\n== %s\n' "$*"; }
as_user() { (cd "$state" && setpriv --reuid "$user" --regid nogroup --clear-groups env -i PATH="$PATH" "$@"); }

serve() {
  # Starts the server as the unit does: as another user, with the settings in its folder.
  (cd "$state" && exec setpriv --reuid "$user" --regid nogroup --clear-groups \
    env -i PATH="$PATH" "$opt/current/bin/pyramidion") \
    >>"$folder/server.log" 2>&1 &
  server=$!
  wait_for http://127.0.0.1:$port/api/health/ready
}

stop() { kill -TERM "$server" && wait "$server"; }

wait_for() {
  tries=0
  until curl -sf "$@" >"$folder/answer"; do
    tries=$((tries + 1))
    [ "$tries" -lt 100 ] || { echo "no answer: $*" >&2; tail -n 5 "$folder/server.log" "$folder/caddy.log" >&2; exit 1; }
    sleep 0.1
  done
}

expect() {
  grep -m 1 -o "$1" "$folder/answer" || fail "expected $1, got:"
}

fail() {
  echo "$1" >&2
  cat "$folder/answer" >&2
  exit 1
}

for each in $port $http_port $https_port; do
  status=0
  curl -s -o "$folder/answer" "http://127.0.0.1:$each/" || status=$?
  [ "$status" -eq 7 ] || { echo "Port $each is in use: stop the program that listens there." >&2; exit 1; }
done

chmod 755 "$folder"
mkdir -p "$state" "$opt"
sed -e "s,^PUBLIC_ORIGIN=.*,PUBLIC_ORIGIN=$site," -e 's,^#\(SECURITY_CONTACT=\),\1,' \
  "$deploy/pyramidion.env" >"$state/.env"
echo "PORT=$port" >>"$state/.env"
chown -R "$user" "$state"

step 'Verify the checksum'
(cd "$(dirname "$archive")" && sha256sum -c "$archive.sha256")

step 'Install and start the release'
tar -xzf "$archive" --no-same-owner -C "$opt"
release=$(basename "$archive" .tar.gz)
ln -sfn "$release" "$opt/current"
serve
head -n 1 "$folder/server.log"

step 'Fetch the page over https through Caddy'
cat >"$folder/options" <<END
	http_port $http_port
	https_port $https_port
	skip_install_trust
	admin off
	storage file_system $folder/caddy
	local_certs
END
# Inserts the options into the first block, which contains the global options.
sed "/^{\$/r $folder/options" "$deploy/Caddyfile" >"$folder/Caddyfile"
SITE=localhost UPSTREAM=127.0.0.1:$port HOME=$folder caddy run --config "$folder/Caddyfile" --adapter caddyfile >"$folder/caddy.log" 2>&1 &
caddy=$!
authority=$folder/caddy/pki/authorities/local/root.crt
until [ -s "$authority" ]; do
  kill -0 "$caddy" 2>/dev/null || { cat "$folder/caddy.log" >&2; exit 1; }
  sleep 0.1
done
wait_for --cacert "$authority" --compressed "$site/"
expect '<meta property="og:url"[^>]*>'

step 'Run preflight'
cp "$authority" "$state/authority.crt" && chmod 644 "$state/authority.crt"
as_user NODE_EXTRA_CA_CERTS="$state/authority.crt" "$opt/current/bin/ops" preflight "$site" \
  >"$folder/answer" || fail 'preflight found something wrong:'
sed '/^$/,$d' "$folder/answer"

step 'Send a claim'
curl -s --fail-with-body --cacert "$authority" -H 'content-type: application/json' "$site/api/referral" \
  -d '{"recruitId":"4zvwRjXUKGfvwnParsHAS3HuSVzV5cA4McphgmoCtajS","referrerId":"8UviNr47S8eL6J3WfDxMRa3hvLta1VDJwNWqsDgtN3Cv"}'
echo

step 'Update: verify, unpack, back up with the new release, link it, and restart'
mkdir "$folder/next"
(cd "$(dirname "$archive")" && sha256sum -c "$archive.sha256")
tar -xzf "$archive" --no-same-owner -C "$folder/next"
mv "$folder/next/$release" "$opt/next"
as_user "$opt/next/bin/ops" backup before-update.sqlite
ln -sfn next "$opt/current"
stop
serve
wait_for --cacert "$authority" "$site/api/health/ready"
as_user "$opt/current/bin/ops" doctor >"$folder/answer" || fail 'doctor found something wrong:'
tail -n 1 "$folder/answer"

step 'Roll back: link the old release, and restore the backup'
stop
ln -sfn "$release" "$opt/current"
as_user "$opt/current/bin/ops" restore before-update.sqlite
serve
as_user "$opt/current/bin/ops" export referrals >"$folder/answer"
expect 4zvwRjXUKGfvwnParsHAS3HuSVzV5cA4McphgmoCtajS
stop
printf '\nEvery step went well.\n'
