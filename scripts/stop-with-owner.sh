# For the scripts that start a server: once the process OWNER ends, `stop` is called, unless the folder named is gone by
# then. A test run that is killed stops nothing itself.
stop_with_owner() { # FOLDER
  [ -n "${OWNER:-}" ] || return 0
  (
    trap '' HUP INT TERM
    while kill -0 "$OWNER" 2>/dev/null && [ -d "$1" ]; do sleep 1; done
    stop
  ) </dev/null >/dev/null 2>&1 &
}
