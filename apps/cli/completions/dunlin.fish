# SPDX-License-Identifier: Apache-2.0
# fish completion for dunlin. Names come from the program itself (`dunlin list ... --names`).

set -l commands run live list describe init bench
set -l none "not __fish_seen_subcommand_from $commands"

complete -c dunlin -f
complete -c dunlin -s h -l help -d 'Show help'
complete -c dunlin -l color -x -a 'auto always never' -d 'When to use color'
complete -c dunlin -n "$none" -l version -d 'Show version'
complete -c dunlin -n "$none" -a run -d 'Run a scenario'
complete -c dunlin -n "$none" -a live -d 'Show a flock in the browser'
complete -c dunlin -n "$none" -a list -d 'List what there is'
complete -c dunlin -n "$none" -a describe -d 'Show a model or an influence'
complete -c dunlin -n "$none" -a init -d 'Print a built-in scenario'
complete -c dunlin -n "$none" -a bench -d 'Measure how fast this machine is'

set -l run '__fish_seen_subcommand_from run'
complete -c dunlin -n "$run" -a '(dunlin list scenarios --names 2>/dev/null)' -d 'Built-in scenario'
complete -c dunlin -n "$run" -k -a '(__fish_complete_suffix .toml)'
complete -c dunlin -n "$run" -x -l steps -d 'How many steps'
complete -c dunlin -n "$run" -x -l seed -d 'Of every random number'
complete -c dunlin -n "$run" -x -l threads -d 'How many threads work'
complete -c dunlin -n "$run" -x -l precision -a 'single double' -d 'Of positions and velocities'
complete -c dunlin -n "$run" -x -l update -a 'simultaneous sequential two-phase' -d 'Order of updates'
complete -c dunlin -n "$run" -x -l simd -a 'auto (dunlin list simd --names 2>/dev/null)' -d 'Instruction set'
complete -c dunlin -n "$run" -r -F -l init -d 'Start from a table'
complete -c dunlin -n "$run" -x -l init-step -d 'Take this step of the trajectory'
complete -c dunlin -n "$run" -x -l every -d 'Write trajectory.csv every N steps'
complete -c dunlin -n "$run" -r -F -l out -d 'The folder to write'
complete -c dunlin -n "$run" -x -l set -d 'Change one key: key.path=value'
complete -c dunlin -n "$run" -l force -d 'Overwrite a run'
complete -c dunlin -n "$run" -l picture -d 'Draw flock.png'
complete -c dunlin -n "$run" -l no-picture -d 'Draw no picture'
complete -c dunlin -n "$run" -l movie -d 'Make flock.mp4'
complete -c dunlin -n "$run" -l no-movie -d 'Make no movie'
complete -c dunlin -n "$run" -l quiet -d 'Print nothing but errors'
complete -c dunlin -n "$run" -l json -d 'Print the summary as JSON'

set -l live '__fish_seen_subcommand_from live'
complete -c dunlin -n "$live" -a '(dunlin list scenarios --names 2>/dev/null)' -d 'Built-in scenario'
complete -c dunlin -n "$live" -k -a '(__fish_complete_suffix .toml)'
complete -c dunlin -n "$live" -x -l seed -d 'Of every random number'
complete -c dunlin -n "$live" -x -l threads -d 'How many threads work'
complete -c dunlin -n "$live" -x -l simd -a 'auto (dunlin list simd --names 2>/dev/null)' -d 'Instruction set'
complete -c dunlin -n "$live" -x -l set -d 'Change one key: key.path=value'
complete -c dunlin -n "$live" -l open -d 'Start the browser'
complete -c dunlin -n "$live" -x -l port -d 'Of the page'
complete -c dunlin -n "$live" -x -l bind -d 'Listen on this address'
complete -c dunlin -n "$live" -x -l allow-host -a '(__fish_print_hostnames)' -d 'A further name of this machine'
complete -c dunlin -n "$live" -x -l token -d 'Whoever steers must know it'
complete -c dunlin -n "$live" -x -l clients -d 'How many may be connected'

set -l list '__fish_seen_subcommand_from list'
complete -c dunlin -n "$list" -a 'scenarios models influences starts velocities observables simd'
complete -c dunlin -n "$list" -l names -d 'Names only'
complete -c dunlin -n "$list" -l json -d 'As JSON'

set -l describe '__fish_seen_subcommand_from describe'
complete -c dunlin -n "$describe" -a '(dunlin list models --names 2>/dev/null)' -d Model
complete -c dunlin -n "$describe" -a '(dunlin list influences --names 2>/dev/null)' -d Influence
complete -c dunlin -n "$describe" -l json -d 'As JSON'

set -l init '__fish_seen_subcommand_from init'
complete -c dunlin -n "$init" -a '(dunlin list scenarios --names 2>/dev/null)'
complete -c dunlin -n "$init" -r -F -s o -l output -d 'Write to this file'
complete -c dunlin -n "$init" -l force -d 'Overwrite the file'

set -l bench '__fish_seen_subcommand_from bench'
complete -c dunlin -n "$bench" -x -l agents -d 'Only with this number of agents'
complete -c dunlin -n "$bench" -r -F -l out -d 'Write the results to this table'
complete -c dunlin -n "$bench" -r -F -l keep -d 'Write them below this folder'
complete -c dunlin -n "$bench" -l quick -d 'A minute or less'
complete -c dunlin -n "$bench" -l full -d 'An hour'
