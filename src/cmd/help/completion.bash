
# The values of an option, the options of a command, method or problem, or files.
_cordee() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]}
  local method=$_cordee_methods part words= k
  for ((k = 2; k < COMP_CWORD - 1; k++)); do
    [[ ${COMP_WORDS[k]} != --method ]] || method=${COMP_WORDS[k + 1]}
  done
  [[ $command != bench || $COMP_CWORD -lt 3 || -z ${_cordee_options["bench ${COMP_WORDS[2]}"]} ]] || command="bench ${COMP_WORDS[2]}"
  local owners=()
  [[ $command != solve && $command != "bench batch" ]] || owners=($method $_cordee_problems)
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    words="$_cordee_commands help methods --help --version"
  elif [[ $command == help ]]; then
    words="$_cordee_commands $_cordee_topics"
  elif [[ $before == --method && ${#owners[@]} -gt 0 ]]; then
    words=$_cordee_methods
  elif [[ $before == --* && $word != -* ]]; then
    for part in "$command" "${owners[@]}"; do words+=" ${_cordee_values["$part $before"]}"; done
  elif [[ $word == -* ]]; then
    for part in "$command" "${owners[@]}"; do words+=" ${_cordee_options["$part"]}"; done
    words+=" --help"
  elif [[ $command == generate ]]; then
    words=$_cordee_kinds
  elif [[ $command == bench && $COMP_CWORD == 2 ]]; then
    words=$_cordee_benches
  fi
  [[ -z ${words// /} ]] || mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}
complete -o default -F _cordee cordee
