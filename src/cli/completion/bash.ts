import { type Completed, type CompletionTree, ENVIRONMENTS } from "./completion-tree.ts";

/**
 * A script for bash 3.2 and later, with or without the package bash-completion. The typed line is read as words and
 * never run; files and folders are left to readline, which knows how to quote them.
 */
export function bashCompletion({ program, options, commands }: CompletionTree): string {
  const name = `_${program}`;
  const values = commands.flatMap((command) =>
    command.options.flatMap(({ names, value }) =>
      value ? names.map((option) => ({ place: `'${command.name} ${option}'`, takes: takesOf(value) })) : [],
    ),
  );
  const places = commands.flatMap((command) =>
    command.arguments.map((argument, index) => ({
      place: argument.isVariadic ? `'${command.name} '*` : `'${command.name} ${index + 1}'`,
      takes: takesOf(argument),
    })),
  );
  const optionNames = (list: typeof options): string => list.flatMap(({ names }) => names).join(" ");
  const repeatable = commands.flatMap((command) =>
    command.options
      .filter(({ isRepeatable }) => isRepeatable)
      .flatMap(({ names }) => names.map((option) => `'${command.name} ${option}'`)),
  );
  return `# Completion of ${program} for bash. Written by: ${program} completion bash

# takes: what follows an option of a command; empty where nothing does.
${name}_takes() {
  case "$1 $2" in
${caseLines(values)}
    *) takes='' ;;
  esac
}

# takes: what the n-th argument of a command is; empty where there is none.
${name}_argument() {
  case "$1 $2" in
${caseLines(places)}
    *) takes='' ;;
  esac
}

# options: those of a command.
${name}_options() {
  case "$1" in
${commands.map((command) => `    ${command.name}) options='${optionNames(command.options)}' ;;`).join("\n")}
    *) options='${optionNames(options)}' ;;
  esac
}

# Whether an option of a command may stand there twice.
${name}_repeats() {
  case "$1 $2" in
    ${repeatable.join("|")}) return 0 ;;
    *) return 1 ;;
  esac
}

# Those of some words that begin with what is typed.
${name}_words() {
  local word
  for word in $1; do
    case $word in "$2"*) COMPREPLY+=("$3$word") ;; esac
  done
}

# Leaves the word to readline: its files, or its folders only.
${name}_paths() {
  compopt -o "$1" 2>/dev/null
}

# The runs below leadctl-runs, also by what stands behind it; where none fits, any folder.
${name}_runs() {
  local run start=$cur
  case leadctl-runs/ in "$cur"*) start=leadctl-runs/ ;; esac
  case $start in leadctl-runs/*) ;; */*) start='' ;; *) start=leadctl-runs/$cur ;; esac
  if [ -n "$start" ]; then
    while IFS= read -r run; do
      [ -n "$run" ] && COMPREPLY+=("$(printf '%q' "$run")")
    done <<< "$(compgen -d -- "$start")"
  fi
  [ \${#COMPREPLY[@]} -gt 0 ] || ${name}_paths dirnames
}

${name}() {
  local cur=\${COMP_WORDS[COMP_CWORD]} command='' pending='' seen=' ' options='' takes='' word i
  local -i count=0 plain=0 glued=0
  local IFS=$' \\t\\n'
  COMPREPLY=()
  # Readline breaks words at = and : as well; a piece behind one of these belongs to the word before.
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    if [ "$word" = = ] && [ -n "$pending" ]; then continue; fi
    case $word in =|:|::) glued=1; continue ;; esac
    if [ $glued -eq 1 ]; then glued=0; continue; fi
    if [ -n "$pending" ]; then pending=''; continue; fi
    case $plain$word in
      0--) plain=1 ;;
      0-*)
        seen="$seen$word "
        ${name}_takes "$command" "$word"
        [ -z "$takes" ] || pending=$word ;;
      *) if [ -z "$command" ]; then command=$word; else count+=1; fi ;;
    esac
  done
  case $cur in
    =) [ -n "$pending" ] || return 0; cur='' ;;
    --*=*) pending=\${cur%%=*}; cur=\${cur#*=} ;;
  esac
  [ $glued -eq 0 ] || return 0

  if [ -n "$pending" ]; then
    ${name}_takes "$command" "$pending"
  elif [ $plain -eq 0 ] && [ "\${cur:0:1}" = - ]; then
    ${name}_options "$command"
    takes='word'
    for word in $options; do
      case $seen in
        *" $word "*) ${name}_repeats "$command" "$word" || continue ;;
      esac
      takes="$takes $word"
    done
  elif [ -z "$command" ]; then
    takes='word ${commands.map((command) => command.name).join(" ")}'
  else
    ${name}_argument "$command" $((count + 1))
  fi

  case $takes in
    'word '*) ${name}_words "\${takes#word }" "$cur" '' ;;
    'list '*)
      case $cur in
        *,*) ${name}_words "\${takes#list }" "\${cur##*,}" "\${cur%,*}," ;;
        *) ${name}_words "\${takes#list }" "$cur" '' ;;
      esac
      compopt -o nospace 2>/dev/null ;;
    file) ${name}_paths default ;;
    folder) ${name}_paths dirnames ;;
    run) ${name}_runs ;;
    environment) ${name}_words "$(${program} completion ${ENVIRONMENTS} 2>/dev/null </dev/null)" "$cur" '' ;;
  esac
  return 0
}

# Bash 3.2, which has no compopt, offers files wherever there is nothing better.
if type compopt >/dev/null 2>&1; then
  complete -F ${name} ${program}
else
  complete -o default -F ${name} ${program}
fi
`;
}

function takesOf({ kind, words }: Completed): string {
  return words.length > 0 ? `${kind} ${words.join(" ")}` : kind;
}

/** One line for all places that take the same. */
function caseLines(places: readonly { place: string; takes: string }[]): string {
  const byTakes = new Map<string, string[]>();
  for (const { place, takes } of places) byTakes.set(takes, [...(byTakes.get(takes) ?? []), place]);
  return [...byTakes].map(([takes, list]) => `    ${list.join("|\\\n    ")}) takes='${takes}' ;;`).join("\n");
}
