#!/bin/sh
# Copies a folder of releases to other machines, and makes its current release the current one there. Servers on those
# machines notice and switch to it. Run it after each publication, on the machine that builds:
#
#     ON_PUBLISH="/opt/directory/src/deploy/copy-release.sh /srv/out web1:/srv/out web2:/srv/out"
#
# The first argument is the folder of releases, the others are where to copy it to, as rsync writes it. Needs rsync on
# all machines, and flock and sqlite3 on this one. If a machine cannot be reached, the others are updated all the same,
# and the script names those that failed and exits with 1. The next run brings them up to date.
set -eu
out=$1
shift

# One run at a time, so that an earlier release never replaces a later one.
exec 9>"$out/copy.lock"
flock 9

copies=$(mktemp -d)
trap 'rm -rf "$copies"' EXIT
# First, because what is copied after it then has all that this release needs, even if another one is published now.
cp -p "$out/current" "$copies/current"
for name in journal history; do
	sqlite3 -readonly -cmd '.timeout 60000' "$out/$name.sqlite" "VACUUM INTO '$copies/$name.sqlite'"
done

# Copies files and folders. Leaves out what only builds need. A build may remove an old release in the meantime (24).
send() {
	rsync -a --timeout=120 --exclude='.building-*' --exclude=/releases/*/snapshot.sqlite \
		--exclude=/releases/*/warnings.json "$@" || [ $? -eq 24 ]
}

# `current` comes after all that it needs. What is gone is removed at the end.
copy_to() {
	send "$out/packs" "$1/" && send "$out/releases" "$copies/journal.sqlite" "$copies/history.sqlite" "$1/" &&
		send "$copies/current" "$1/" && send --delete "$out/releases" "$out/packs" "$1/"
}

failed=
for target; do
	copy_to "$target" || failed="$failed $target"
done
[ -z "$failed" ] || { echo "The release was not copied to:$failed" >&2; exit 1; }
