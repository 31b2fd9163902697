#!/bin/bash
# Checks the bash completion file that is named: it completes commands, options and values. Exit status 1 and a line for
# each answer that is wrong. Called by tools/check_desktop.sh.
set -u
bad=0
# shellcheck disable=SC1090 # the file is an argument
source "$1" || exit 1

# answers WANTED WORD...: the answers to the last word contain WANTED.
answers() {
    local wanted=$1
    shift
    COMP_WORDS=("$@")
    COMP_CWORD=$(($# - 1))
    COMPREPLY=()
    _quakereel
    case " ${COMPREPLY[*]} " in
        *" $wanted "*) ;;
        *) echo "completion of '$*' lacks $wanted: ${COMPREPLY[*]}" && bad=1 ;;
    esac
}

answers render quakereel ren
answers --supersample quakereel render demo1 --sup
answers raw quakereel render demo1 --codec r
answers --list-keys quakereel --list
answers --snapshots quakereel dump --s
answers nearest quakereel shot --filter n
answers sheet quakereel help sh
exit $bad
