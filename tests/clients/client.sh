#!/bin/sh
# A client in the shell: plays a whole game of any rule set, and tells how it ended.
# client.sh ENGINE [RULE SET]
set -eu
pipes=$(mktemp -d)
trap 'rm -rf "$pipes"' EXIT
mkfifo "$pipes/in" "$pipes/out"
"${1:-jarmo}" <"$pipes/in" >"$pipes/out" &
exec 3>"$pipes/in" 4<"$pipes/out"

# Sends a line, and prints what stands behind the first reply that begins with a word.
ask() {
    echo "$1" >&3
    while read -r word rest <&4; do
        case "$word $rest" in "info string error"*) echo "$rest" >&2 && return 1 ;; esac
        if [ "$word" = "$2" ]; then echo "$rest" && return; fi
    done
    return 1
}

ask ugi ugiok >/dev/null
echo "setoption name UCI_Variant value ${2:-jarmo}" >&3
ask isready readyok >/dev/null
turns=0
while [ "$(ask 'query gameover' response)" = false ]; do
    turn=$(ask 'go nodes 300' bestmove)
    echo "play $turn" >&3
    turns=$((turns + 1))
done
echo "whole game: $turns turns, $(ask 'query result' response) $(ask 'query reason' response) $(ask 'query score' response)"
echo quit >&3
wait
