#!/bin/sh
# locked.sh ROOT VOLUME USER:GROUP COMMAND …: runs a command in an image's files with the restrictions of compose.yaml:
# only the volume and /tmp are writable, and the command has no capabilities and can't gain any.
root=$1 volume=$2 user=${3%:*} group=${3#*:}
shift 3
set -e
mount --bind "$root" "$root"
mount --bind "$volume" "$root/data"
mount -t tmpfs none "$root/tmp"
mount -t proc none "$root/proc"
mount --rbind /dev "$root/dev"
mount -o remount,bind,ro "$root"
exec chroot "$root" setpriv --reuid "$user" --regid "$group" --clear-groups --no-new-privs \
	--bounding-set -all --inh-caps -all "$@"
