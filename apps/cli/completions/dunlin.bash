# SPDX-License-Identifier: Apache-2.0
# bash completion for dunlin. Names come from the program itself (`dunlin list ... --names`).

_dunlin() {
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} command="" word
    local index=1
    while ((index < COMP_CWORD)); do
        word=${COMP_WORDS[index]}
        case $word in
            run | live | list | describe | init | bench) command=$word; break ;;
        esac
        ((index++))
    done
    COMPREPLY=()

    case $previous in
        --color) COMPREPLY=($(compgen -W "auto always never" -- "$current")); return ;;
        --precision) COMPREPLY=($(compgen -W "single double" -- "$current")); return ;;
        --update) COMPREPLY=($(compgen -W "simultaneous sequential two-phase" -- "$current")); return ;;
        --simd) COMPREPLY=($(compgen -W "auto $(dunlin list simd --names 2>/dev/null)" -- "$current")); return ;;
        --init) COMPREPLY=($(compgen -f -X '!*.csv' -- "$current") $(compgen -d -- "$current")); return ;;
        --out | --keep | -o | --output) COMPREPLY=($(compgen -f -- "$current")); return ;;
        --steps | --seed | --threads | --init-step | --every | --set | --agents | --port | --bind | --token | --clients) return ;;
        --allow-host) COMPREPLY=($(compgen -A hostname -- "$current")); return ;;
    esac

    local options="--help --color"
    case $command in
        "")
            COMPREPLY=($(compgen -W "run live list describe init bench --help --version --color" -- "$current"))
            return ;;
        run)
            options+=" --steps --seed --threads --precision --update --simd --init --init-step --every --out --set --force --picture
                --no-picture --movie --no-movie --quiet --json" ;;
        live) options+=" --seed --threads --simd --set --open --port --bind --allow-host --token --clients" ;;
        list) options+=" --names --json" ;;
        describe) options+=" --json" ;;
        init) options+=" --output --force" ;;
        bench) options+=" --agents --out --keep --quick --full" ;;
    esac
    if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W "$options" -- "$current"))
        return
    fi
    case $command in
        run | live)
            COMPREPLY=($(compgen -W "$(dunlin list scenarios --names 2>/dev/null)" -- "$current")
                       $(compgen -f -X '!*.toml' -- "$current") $(compgen -d -- "$current")) ;;
        list) COMPREPLY=($(compgen -W "scenarios models influences starts velocities observables simd" -- "$current")) ;;
        describe)
            COMPREPLY=($(compgen -W "$(dunlin list models --names 2>/dev/null)
                $(dunlin list influences --names 2>/dev/null)" -- "$current")) ;;
        init) COMPREPLY=($(compgen -W "$(dunlin list scenarios --names 2>/dev/null)" -- "$current")) ;;
    esac
}

complete -o filenames -F _dunlin dunlin
