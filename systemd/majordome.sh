#!/bin/sh
# `majordome` at a prompt. With sudo it is the box itself: its account, its folders, its config. Without, a program like any other.
set -eu
program=/opt/majordome/current/bin/majordome
[ "$(id -u)" -eq 0 ] || exec "$program" "$@"
# shellcheck disable=SC2013  # words, not lines: systemd, too, takes several in one line
for setting in $(sed -n 's/^Environment=//p' /etc/systemd/system/majordome.service); do
    export "${setting?}"
done
if [ -r /etc/majordome/environment ]; then
    set -a
    # shellcheck source=/dev/null
    . /etc/majordome/environment
    set +a
fi
install -d -o majordome -g majordome "$XDG_RUNTIME_DIR"
[ "${1-}" != hotspot ] || exec "$program" "$@" # NetworkManager listens to root alone
exec setpriv --reuid=majordome --regid=majordome --init-groups --no-new-privs "$program" "$@"
