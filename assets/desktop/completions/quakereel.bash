# Completion of quakereel for bash; made by `make docs`.
_quakereel() {
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
    local command=play word options
    COMPREPLY=()
    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        case $word in
        play|timedemo|shot|sheet|sound|render|join|info|dump|cut|validate|repair|convert|decompile|compile|help) command=$word; break ;;
        esac
    done
    case $command in
    play) options=' -o --out --from --start --to --end --force --speed --reverse --loop --resume --no-spoilers --no-osd --scale --fullscreen --seek-memory --record-size --list-keys --size --fov --look --filter --gamma --contrast --colored-light --no-lerp --lerp-models --no-lerp-models --no-viewmodel --no-particles --no-effects --no-marks --no-dlights --no-shadows --no-bob --no-kicks --no-blends --no-fog --water-alpha --follow --camera-path --camera --no-hud --hud --viewsize --hud-scale --crosshair --scores --hud-alpha --show-clock --show-speed --show-frags --show-team --no-sound --sound --volume --music-volume --mute --pitch --threads --cpu --basedir --game --verbose --help -h' ;;
    timedemo) options=' -o --out --force --no-window --runs --profile --json --csv --size --fov --look --filter --gamma --contrast --colored-light --no-lerp --lerp-models --no-lerp-models --no-viewmodel --no-particles --no-effects --no-marks --no-dlights --no-shadows --no-bob --no-kicks --no-blends --no-fog --water-alpha --follow --camera-path --camera --no-hud --hud --viewsize --hud-scale --crosshair --scores --hud-alpha --show-clock --show-speed --show-frags --show-team --threads --cpu --basedir --game --verbose --help -h' ;;
    shot) options=' -o --out --force --at --times --block --server-time --size --fov --look --filter --gamma --contrast --colored-light --no-lerp --lerp-models --no-lerp-models --no-viewmodel --no-particles --no-effects --no-marks --no-dlights --no-shadows --no-bob --no-kicks --no-blends --no-fog --water-alpha --follow --camera-path --camera --no-hud --hud --viewsize --hud-scale --crosshair --scores --hud-alpha --show-clock --show-speed --show-frags --show-team --threads --cpu --basedir --game --verbose --help -h' ;;
    sheet) options=' -o --out --from --start --to --end --force --per --count --columns --size --fov --look --filter --gamma --contrast --colored-light --no-lerp --lerp-models --no-lerp-models --no-viewmodel --no-particles --no-effects --no-marks --no-dlights --no-shadows --no-bob --no-kicks --no-blends --no-fog --water-alpha --follow --camera-path --camera --no-hud --hud --viewsize --hud-scale --crosshair --scores --hud-alpha --show-clock --show-speed --show-frags --show-team --threads --cpu --basedir --game --verbose --help -h' ;;
    sound) options=' -o --out --from --start --to --end --force --follow --camera-path --camera --sound --volume --music-volume --no-music --rate --basedir --game --verbose --help -h' ;;
    render) options=' -o --out --from --start --to --end --force --speed --reverse --fps --supersample --motion-blur --shutter --codec --quality --chroma --format --ffmpeg --piece --jobs --resume --quiet --progress --size --fov --look --filter --gamma --contrast --colored-light --no-lerp --lerp-models --no-lerp-models --no-viewmodel --no-particles --no-effects --no-marks --no-dlights --no-shadows --no-bob --no-kicks --no-blends --no-fog --water-alpha --follow --camera-path --camera --no-hud --hud --viewsize --hud-scale --crosshair --scores --hud-alpha --show-clock --show-speed --show-frags --show-team --no-sound --sound --volume --music-volume --no-music --rate --threads --cpu --basedir --game --verbose --help -h' ;;
    join) options=' -o --out --force --help -h' ;;
    info) options=' -o --out --force --json --threads --basedir --game --help -h' ;;
    dump) options=' -o --out --force --json --snapshots --state-hash --basedir --game --help -h' ;;
    cut) options=' -o --out --from --start --to --end --force --range --lead --json --basedir --game --help -h' ;;
    validate) options=' -o --out --force --for --json --basedir --game --help -h' ;;
    repair) options=' -o --out --force --for --json --basedir --game --help -h' ;;
    convert) options=' -o --out --force --protocol --json --basedir --game --help -h' ;;
    decompile) options=' -o --out --force --numbers --basedir --game --help -h' ;;
    compile) options=' -o --out --force --help -h' ;;
    esac
    case $command$previous in
    play-o|play--out) COMPREPLY=($(compgen -f -- "$current")); return ;;
    play--from|play--start) return ;;
    play--to|play--end) return ;;
    play--speed) return ;;
    play--scale) COMPREPLY=($(compgen -W 'auto' -- "$current")); return ;;
    play--seek-memory) return ;;
    play--record-size) return ;;
    play--size) return ;;
    play--fov) return ;;
    play--look) COMPREPLY=($(compgen -W 'exact faithful' -- "$current")); return ;;
    play--filter) COMPREPLY=($(compgen -W 'trilinear bilinear nearest' -- "$current")); return ;;
    play--gamma) return ;;
    play--contrast) return ;;
    play--water-alpha) return ;;
    play--follow) return ;;
    play--camera-path) COMPREPLY=($(compgen -f -- "$current")); return ;;
    play--camera) return ;;
    play--hud) COMPREPLY=($(compgen -W 'over classic headup modern side none full mini' -- "$current")); return ;;
    play--viewsize) return ;;
    play--hud-scale) COMPREPLY=($(compgen -W 'auto' -- "$current")); return ;;
    play--crosshair) return ;;
    play--scores) COMPREPLY=($(compgen -W 'players teams' -- "$current")); return ;;
    play--hud-alpha) return ;;
    play--sound) COMPREPLY=($(compgen -W 'exact faithful' -- "$current")); return ;;
    play--volume) return ;;
    play--music-volume) return ;;
    play--pitch) COMPREPLY=($(compgen -W 'change keep' -- "$current")); return ;;
    play--threads) return ;;
    play--cpu) COMPREPLY=($(compgen -W 'c sse41 avx2 avx512' -- "$current")); return ;;
    play--basedir) COMPREPLY=($(compgen -f -- "$current")); return ;;
    play--game) return ;;
    timedemo-o|timedemo--out) COMPREPLY=($(compgen -f -- "$current")); return ;;
    timedemo--runs) return ;;
    timedemo--size) return ;;
    timedemo--fov) return ;;
    timedemo--look) COMPREPLY=($(compgen -W 'exact faithful' -- "$current")); return ;;
    timedemo--filter) COMPREPLY=($(compgen -W 'trilinear bilinear nearest' -- "$current")); return ;;
    timedemo--gamma) return ;;
    timedemo--contrast) return ;;
    timedemo--water-alpha) return ;;
    timedemo--follow) return ;;
    timedemo--camera-path) COMPREPLY=($(compgen -f -- "$current")); return ;;
    timedemo--camera) return ;;
    timedemo--hud) COMPREPLY=($(compgen -W 'over classic headup modern side none full mini' -- "$current")); return ;;
    timedemo--viewsize) return ;;
    timedemo--hud-scale) COMPREPLY=($(compgen -W 'auto' -- "$current")); return ;;
    timedemo--crosshair) return ;;
    timedemo--scores) COMPREPLY=($(compgen -W 'players teams' -- "$current")); return ;;
    timedemo--hud-alpha) return ;;
    timedemo--threads) return ;;
    timedemo--cpu) COMPREPLY=($(compgen -W 'c sse41 avx2 avx512' -- "$current")); return ;;
    timedemo--basedir) COMPREPLY=($(compgen -f -- "$current")); return ;;
    timedemo--game) return ;;
    shot-o|shot--out) COMPREPLY=($(compgen -f -- "$current")); return ;;
    shot--at) return ;;
    shot--times) COMPREPLY=($(compgen -f -- "$current")); return ;;
    shot--block) return ;;
    shot--server-time) return ;;
    shot--size) return ;;
    shot--fov) return ;;
    shot--look) COMPREPLY=($(compgen -W 'exact faithful' -- "$current")); return ;;
    shot--filter) COMPREPLY=($(compgen -W 'trilinear bilinear nearest' -- "$current")); return ;;
    shot--gamma) return ;;
    shot--contrast) return ;;
    shot--water-alpha) return ;;
    shot--follow) return ;;
    shot--camera-path) COMPREPLY=($(compgen -f -- "$current")); return ;;
    shot--camera) return ;;
    shot--hud) COMPREPLY=($(compgen -W 'over classic headup modern side none full mini' -- "$current")); return ;;
    shot--viewsize) return ;;
    shot--hud-scale) COMPREPLY=($(compgen -W 'auto' -- "$current")); return ;;
    shot--crosshair) return ;;
    shot--scores) COMPREPLY=($(compgen -W 'players teams' -- "$current")); return ;;
    shot--hud-alpha) return ;;
    shot--threads) return ;;
    shot--cpu) COMPREPLY=($(compgen -W 'c sse41 avx2 avx512' -- "$current")); return ;;
    shot--basedir) COMPREPLY=($(compgen -f -- "$current")); return ;;
    shot--game) return ;;
    sheet-o|sheet--out) COMPREPLY=($(compgen -f -- "$current")); return ;;
    sheet--from|sheet--start) return ;;
    sheet--to|sheet--end) return ;;
    sheet--per) COMPREPLY=($(compgen -W 'level frag death pickup chat secret flag team round finish' -- "$current")); return ;;
    sheet--count) return ;;
    sheet--columns) return ;;
    sheet--size) return ;;
    sheet--fov) return ;;
    sheet--look) COMPREPLY=($(compgen -W 'exact faithful' -- "$current")); return ;;
    sheet--filter) COMPREPLY=($(compgen -W 'trilinear bilinear nearest' -- "$current")); return ;;
    sheet--gamma) return ;;
    sheet--contrast) return ;;
    sheet--water-alpha) return ;;
    sheet--follow) return ;;
    sheet--camera-path) COMPREPLY=($(compgen -f -- "$current")); return ;;
    sheet--camera) return ;;
    sheet--hud) COMPREPLY=($(compgen -W 'over classic headup modern side none full mini' -- "$current")); return ;;
    sheet--viewsize) return ;;
    sheet--hud-scale) COMPREPLY=($(compgen -W 'auto' -- "$current")); return ;;
    sheet--crosshair) return ;;
    sheet--scores) COMPREPLY=($(compgen -W 'players teams' -- "$current")); return ;;
    sheet--hud-alpha) return ;;
    sheet--threads) return ;;
    sheet--cpu) COMPREPLY=($(compgen -W 'c sse41 avx2 avx512' -- "$current")); return ;;
    sheet--basedir) COMPREPLY=($(compgen -f -- "$current")); return ;;
    sheet--game) return ;;
    sound-o|sound--out) COMPREPLY=($(compgen -f -- "$current")); return ;;
    sound--from|sound--start) return ;;
    sound--to|sound--end) return ;;
    sound--follow) return ;;
    sound--camera-path) COMPREPLY=($(compgen -f -- "$current")); return ;;
    sound--camera) return ;;
    sound--sound) COMPREPLY=($(compgen -W 'exact faithful' -- "$current")); return ;;
    sound--volume) return ;;
    sound--music-volume) return ;;
    sound--rate) return ;;
    sound--basedir) COMPREPLY=($(compgen -f -- "$current")); return ;;
    sound--game) return ;;
    render-o|render--out) COMPREPLY=($(compgen -f -- "$current")); return ;;
    render--from|render--start) return ;;
    render--to|render--end) return ;;
    render--speed) return ;;
    render--fps) return ;;
    render--supersample) return ;;
    render--motion-blur) return ;;
    render--shutter) return ;;
    render--codec) COMPREPLY=($(compgen -W 'mjpeg raw' -- "$current")); return ;;
    render--quality) return ;;
    render--chroma) COMPREPLY=($(compgen -W '420 444' -- "$current")); return ;;
    render--format) return ;;
    render--ffmpeg) return ;;
    render--piece) return ;;
    render--jobs) return ;;
    render--size) return ;;
    render--fov) return ;;
    render--look) COMPREPLY=($(compgen -W 'exact faithful' -- "$current")); return ;;
    render--filter) COMPREPLY=($(compgen -W 'trilinear bilinear nearest' -- "$current")); return ;;
    render--gamma) return ;;
    render--contrast) return ;;
    render--water-alpha) return ;;
    render--follow) return ;;
    render--camera-path) COMPREPLY=($(compgen -f -- "$current")); return ;;
    render--camera) return ;;
    render--hud) COMPREPLY=($(compgen -W 'over classic headup modern side none full mini' -- "$current")); return ;;
    render--viewsize) return ;;
    render--hud-scale) COMPREPLY=($(compgen -W 'auto' -- "$current")); return ;;
    render--crosshair) return ;;
    render--scores) COMPREPLY=($(compgen -W 'players teams' -- "$current")); return ;;
    render--hud-alpha) return ;;
    render--sound) COMPREPLY=($(compgen -W 'exact faithful' -- "$current")); return ;;
    render--volume) return ;;
    render--music-volume) return ;;
    render--rate) return ;;
    render--threads) return ;;
    render--cpu) COMPREPLY=($(compgen -W 'c sse41 avx2 avx512' -- "$current")); return ;;
    render--basedir) COMPREPLY=($(compgen -f -- "$current")); return ;;
    render--game) return ;;
    join-o|join--out) COMPREPLY=($(compgen -f -- "$current")); return ;;
    info-o|info--out) COMPREPLY=($(compgen -f -- "$current")); return ;;
    info--threads) return ;;
    info--basedir) COMPREPLY=($(compgen -f -- "$current")); return ;;
    info--game) return ;;
    dump-o|dump--out) COMPREPLY=($(compgen -f -- "$current")); return ;;
    dump--basedir) COMPREPLY=($(compgen -f -- "$current")); return ;;
    dump--game) return ;;
    cut-o|cut--out) COMPREPLY=($(compgen -f -- "$current")); return ;;
    cut--from|cut--start) return ;;
    cut--to|cut--end) return ;;
    cut--range) return ;;
    cut--lead) return ;;
    cut--basedir) COMPREPLY=($(compgen -f -- "$current")); return ;;
    cut--game) return ;;
    validate-o|validate--out) COMPREPLY=($(compgen -f -- "$current")); return ;;
    validate--for) COMPREPLY=($(compgen -W 'id quakespasm ezquake ioquake3' -- "$current")); return ;;
    validate--basedir) COMPREPLY=($(compgen -f -- "$current")); return ;;
    validate--game) return ;;
    repair-o|repair--out) COMPREPLY=($(compgen -f -- "$current")); return ;;
    repair--for) COMPREPLY=($(compgen -W 'id quakespasm ezquake ioquake3' -- "$current")); return ;;
    repair--basedir) COMPREPLY=($(compgen -f -- "$current")); return ;;
    repair--game) return ;;
    convert-o|convert--out) COMPREPLY=($(compgen -f -- "$current")); return ;;
    convert--protocol) return ;;
    convert--basedir) COMPREPLY=($(compgen -f -- "$current")); return ;;
    convert--game) return ;;
    decompile-o|decompile--out) COMPREPLY=($(compgen -f -- "$current")); return ;;
    decompile--basedir) COMPREPLY=($(compgen -f -- "$current")); return ;;
    decompile--game) return ;;
    compile-o|compile--out) COMPREPLY=($(compgen -f -- "$current")); return ;;
    esac
    if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W "$options" -- "$current"))
    elif ((COMP_CWORD == 1)) || [[ $command == help ]]; then
        COMPREPLY=($(compgen -W 'play timedemo shot sheet sound render join info dump cut validate repair convert decompile compile help' -- "$current") $(compgen -f -- "$current"))
    else
        COMPREPLY=($(compgen -f -- "$current"))
    fi
}
complete -o filenames -F _quakereel quakereel
