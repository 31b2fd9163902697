/* The action table of the viewer: one row for each action, in the order of the help page.
 *
 * ACTION(ID, name in keys.conf, help group, default keys, other members of struct action_info).
 * A file that includes this one defines ACTION and KEYS first; engine/actions/actions.h makes the
 * enumeration of it, actions.c the table. */

ACTION(PAUSE, "pause", PLAY, KEYS({"Space", 0}, {"k", 0}), .flags = ACTION_BASIC | ACTION_SHOWS_BAR,
       .help = "pause, go on")
ACTION(SPEED, "speed", PLAY, KEYS({"[", 1 / 1.1}, {"]", 1.1}, {"{", 0.5}, {"}", 2}),
       .flags = ACTION_BASIC | ACTION_REPEATS | ACTION_SHOWS_BAR,
       .amount = {AMOUNT_REAL, 0.01, 100}, .unit = "x", .units = "x", .less = "slower",
       .more = "faster")
ACTION(NORMAL_SPEED, "normal-speed", PLAY, KEYS({"Backspace", 0}), .flags = ACTION_SHOWS_BAR,
       .help = "normal speed")
ACTION(REVERSE, "reverse", PLAY, KEYS({"r", 0}), .flags = ACTION_SHOWS_BAR,
       .help = "play backwards, forwards")
ACTION(STEP, "step", PLAY, KEYS({",", -1}, {".", 1}),
       .flags = ACTION_BASIC | ACTION_REPEATS | ACTION_JUMPS | ACTION_SHOWS_BAR,
       .amount = {AMOUNT_WHOLE, -1000, 1000}, .unit = "server update", .units = "server updates",
       .less = "back", .more = "forward")
ACTION(FRAME, "frame", PLAY, KEYS({"Ctrl+,", -1}, {"Ctrl+.", 1}),
       .flags = ACTION_REPEATS | ACTION_JUMPS | ACTION_SHOWS_BAR,
       .amount = {AMOUNT_WHOLE, -1000, 1000}, .unit = "display frame", .units = "display frames",
       .less = "back", .more = "forward")
ACTION(LOOP, "loop", PLAY, KEYS({"Shift+l", 0}, {"b", 0}), .flags = ACTION_SHOWS_BAR,
       .help = "A-B loop: set A, set B, off")
ACTION(PLAYLIST, "playlist", PLAY, KEYS({"Shift+p", -1}, {"Shift+n", 1}, {"<", -1}, {">", 1}),
       .flags = ACTION_WITHOUT_DEMO, .amount = {AMOUNT_WHOLE, -1000, 1000}, .unit = "demo",
       .units = "demos", .less = "back", .more = "forward", .unit_is_next = true)
ACTION(LIST, "list", PLAY, KEYS({"F8", 0}, {"Ctrl+o", 0}),
       .flags = ACTION_WITHOUT_DEMO | ACTION_OVER_LIST, .help = "choose from the list of demos")
ACTION(VOLUME, "volume", PLAY, KEYS({"/", -5}, {"*", 5}),
       .flags = ACTION_REPEATS | ACTION_SHOWS_BAR | ACTION_WITHOUT_DEMO,
       .amount = {AMOUNT_REAL, -150, 150}, .unit = "% sound", .units = "% sound", .less = "softer",
       .more = "louder")
ACTION(MUTE, "mute", PLAY, KEYS({"m", 0}), .flags = ACTION_SHOWS_BAR | ACTION_WITHOUT_DEMO,
       .help = "sound off, on")

ACTION(SEEK, "seek", JUMP,
       KEYS({"Left", -5}, {"Right", 5}, {"Shift+Left", -1}, {"Shift+Right", 1}, {"j", -10},
            {"l", 10}, {"Down", -60}, {"Up", 60}),
       .flags = ACTION_BASIC | ACTION_REPEATS | ACTION_JUMPS | ACTION_SHOWS_BAR,
       .amount = {AMOUNT_REAL, -100000, 100000}, .unit = "s", .units = "s", .less = "back",
       .more = "forward")
ACTION(PERCENT, "percent", JUMP,
       KEYS({"0", 0}, {"9", 90}, {"Ctrl+0", 0}, {"Ctrl+1", 10}, {"Ctrl+2", 20}, {"Ctrl+3", 30},
            {"Ctrl+4", 40}, {"Ctrl+5", 50}, {"Ctrl+6", 60}, {"Ctrl+7", 70}, {"Ctrl+8", 80},
            {"Ctrl+9", 90}, {"Keypad_0", 0}, {"Keypad_1", 10}, {"Keypad_2", 20}, {"Keypad_3", 30},
            {"Keypad_4", 40}, {"Keypad_5", 50}, {"Keypad_6", 60}, {"Keypad_7", 70},
            {"Keypad_8", 80}, {"Keypad_9", 90}, {"Home", 0}, {"End", 100}),
       .flags = ACTION_JUMPS | ACTION_SHOWS_BAR, .amount = {AMOUNT_REAL, 0, 100},
       .digits = "that tenth of the demo", .unit = "%", .units = "%", .less = "beginning",
       .more = "end")
ACTION(EVENT, "event", JUMP, KEYS({"p", -1}, {"n", 1}),
       .flags = ACTION_BASIC | ACTION_REPEATS | ACTION_JUMPS | ACTION_SHOWS_BAR,
       .amount = {AMOUNT_WHOLE, -1000, 1000}, .unit = "event", .units = "events", .less = "back",
       .more = "forward", .unit_is_next = true)
ACTION(ANY_EVENT, "any-event", JUMP, KEYS({"Ctrl+p", -1}, {"Ctrl+n", 1}),
       .flags = ACTION_REPEATS | ACTION_JUMPS | ACTION_SHOWS_BAR,
       .amount = {AMOUNT_WHOLE, -1000, 1000}, .unit = "event of any kind",
       .units = "events of any kind", .less = "back", .more = "forward", .unit_is_next = true)
ACTION(FILTER, "filter", JUMP, KEYS({"e", 0}), .flags = ACTION_SHOWS_BAR,
       .help = "which events those are")
ACTION(EVENT_LEAD, "event-lead", JUMP, KEYS({"Shift+e", 0}), .flags = ACTION_SHOWS_BAR,
       .help = "seconds before them: 0, 1, 2, 5")
ACTION(EVENT_EYES, "event-eyes", JUMP, KEYS({"Alt+e", 0}), .flags = ACTION_SHOWS_BAR,
       .help = "their eyes: same, killer's, victim's")
ACTION(LEVEL, "level", JUMP, KEYS({"PageUp", -1}, {"PageDown", 1}),
       .flags = ACTION_REPEATS | ACTION_JUMPS | ACTION_SHOWS_BAR,
       .amount = {AMOUNT_WHOLE, -1000, 1000}, .unit = "level or mark", .units = "levels or marks",
       .less = "back", .more = "forward", .unit_is_next = true)
ACTION(GO_TO, "go-to", JUMP, KEYS({"Ctrl+g", 0}, {":", 0}), .flags = ACTION_SHOWS_BAR,
       .help = "go to a time, block, event: type it")
ACTION(UNDO_SEEK, "undo-seek", JUMP, KEYS({"Shift+Backspace", 0}),
       .flags = ACTION_JUMPS | ACTION_SHOWS_BAR, .help = "back to before the last jump")
ACTION(RESUME, "resume", JUMP, KEYS({"Enter", 0}), .flags = ACTION_JUMPS | ACTION_SHOWS_BAR,
       .help = "where you stopped last time")

ACTION(FOLLOW, "follow", LOOK, KEYS({"Shift+v", -1}, {"v", 1}), .flags = ACTION_BASIC,
       .amount = {AMOUNT_WHOLE, -1000, 1000}, .unit = "player's eyes", .units = "players",
       .less = "back", .more = "forward", .unit_is_next = true)
ACTION(PLAYER, "player", LOOK,
       KEYS({"1", 1}, {"2", 2}, {"3", 3}, {"4", 4}, {"5", 5}, {"6", 6}, {"7", 7}, {"8", 8},
            {"Alt+v", 0}),
       .amount = {AMOUNT_WHOLE, 0, 255}, .help = "eyes of player",
       .digits = "that player's eyes, else tenths")
ACTION(AUTO, "auto-follow", LOOK, KEYS({"Ctrl+v", 0}), .help = "eyes of who matters now: on, off")
ACTION(TARGET, "follow-target", LOOK, KEYS({"Ctrl+Shift+v", 0}),
       .help = "whose: killer, leader, carrier ...")
ACTION(VIEWS, "views", LOOK, KEYS({"F2", 0}), .help = "views of several players: 1, 2, 4")
ACTION(VIEW, "view", LOOK, KEYS({"Shift+F3", -1}, {"F3", 1}), .amount = {AMOUNT_WHOLE, -1000, 1000},
       .unit = "view", .units = "views", .less = "back", .more = "forward", .unit_is_next = true)
ACTION(VIEW_LAYOUT, "view-layout", LOOK, KEYS({"F4", 0}), .help = "views of one size, one large")
ACTION(KEEP_MOMENT, "keep-moment", LOOK, KEYS({"F7", 0}), .help = "keep this moment beside")
ACTION(BESIDE, "beside", LOOK, KEYS({"F6", 0}), .help = "two demos: beside, difference, off")
ACTION(CAMERA, "camera", LOOK, KEYS({"c", 0}), .flags = ACTION_BASIC,
       .help = "camera: eye, chase, free")
ACTION(DISTANCE, "distance", LOOK, KEYS({"=", -20}, {"-", 20}), .flags = ACTION_REPEATS,
       .amount = {AMOUNT_REAL, -10000, 10000}, .help = "camera", .unit = "unit", .units = "units",
       .less = "nearer", .more = "farther")
ACTION(HEIGHT, "height", LOOK, KEYS({"Shift+-", -8}, {"Shift+=", 8}), .flags = ACTION_REPEATS,
       .amount = {AMOUNT_REAL, -10000, 10000}, .help = "camera", .unit = "unit", .units = "units",
       .less = "lower", .more = "higher")
ACTION(KEY_POINT, "key-point", LOOK, KEYS({"x", 0}), .help = "camera path: set a key point")
ACTION(NO_KEY_POINT, "no-key-point", LOOK, KEYS({"Shift+x", 0}),
       .help = "remove the nearest key point")
ACTION(PATH, "camera-path", LOOK, KEYS({"y", 0}), .help = "watch along the camera path")
ACTION(PATH_SPEED, "path-speed", LOOK, KEYS({"Shift+y", 0}), .help = "its speed: by time, even")

ACTION(SCORES, "scores", HUD, KEYS({"Tab", 0}), .flags = ACTION_HELD, .help = "scores, while held")
ACTION(TEAM_SCORES, "team-scores", HUD, KEYS({"Shift+Tab", 0}), .flags = ACTION_HELD,
       .help = "scores of teams, while held")
ACTION(VIEW_SIZE, "viewsize", HUD, KEYS({"Ctrl+-", -1}, {"Ctrl+=", 1}), .flags = ACTION_REPEATS,
       .amount = {AMOUNT_WHOLE, -1000, 1000}, .help = "view", .unit = "step", .units = "steps",
       .less = "smaller", .more = "larger")
ACTION(HUD, "hud", HUD, KEYS({"u", 0}), .help = "status bar: over, below, figures")
ACTION(HUD_SCALE, "hud-scale", HUD, KEYS({"Shift+u", 0}), .help = "size of the status bar")
ACTION(CROSSHAIR, "crosshair", HUD, KEYS({"g", 0}), .help = "crosshair: none, plus, dots")
ACTION(CLOCK, "clock", HUD, KEYS({"t", 0}), .help = "match clock")
ACTION(SPEEDOMETER, "speedometer", HUD, KEYS({"Shift+t", 0}), .help = "the player's speed")
ACTION(HELD_KEYS, "held-keys", HUD, KEYS({"Ctrl+k", 0}), .help = "keys the player holds")
ACTION(MATCH, "match", HUD, KEYS({"Alt+t", 0}), .help = "who killed whom, the team")
ACTION(ITEMS, "items", HUD, KEYS({"Alt+i", 0}), .help = "when items are back")
ACTION(RADAR, "radar", HUD, KEYS({"Alt+r", 0}), .help = "the level from above")
ACTION(STREAKS, "streaks", HUD, KEYS({"Alt+k", 0}), .help = "kills in a row")
ACTION(NAMES, "names", HUD, KEYS({"Alt+n", 0}), .help = "names over players")
ACTION(SEE_THROUGH, "see-through", HUD, KEYS({"Shift+Alt+n", 0}),
       .help = "names of players behind walls")
ACTION(HUD_ALPHA, "hud-alpha", HUD, KEYS({"Alt+u", 0}), .help = "opacity of the status bar")

ACTION(MARK, "mark", MARKS, KEYS({"a", 0}), .flags = ACTION_SHOWS_BAR, .help = "set a mark")
ACTION(UNMARK, "unmark", MARKS, KEYS({"Shift+a", 0}, {"Delete", 0}), .flags = ACTION_SHOWS_BAR,
       .help = "take the mark away")
ACTION(NAME_MARK, "name-mark", MARKS, KEYS({"Ctrl+a", 0}), .flags = ACTION_SHOWS_BAR,
       .help = "name the mark here: type it")
ACTION(MARK_LIST, "marks", MARKS, KEYS({"Alt+a", 0}), .help = "choose from the list of marks")
ACTION(RECORD, "record", MARKS, KEYS({"Shift+r", 0}), .help = "record a film: from here, to here")
ACTION(CLIP, "clip", MARKS, KEYS({"Shift+c", 0}), .flags = ACTION_SHOWS_BAR,
       .help = "save a demo: from here, to here")
ACTION(CLIP_LAST, "clip-last", MARKS, KEYS({"Ctrl+Shift+c", 30}), .flags = ACTION_SHOWS_BAR,
       .amount = {AMOUNT_REAL, 0.1, 100000}, .unit = "s", .units = "s", .less = "after",
       .more = "up to here as a demo")
ACTION(COPY, "copy", MARKS, KEYS({"Ctrl+c", 0}), .help = "copy the picture's place and command")
ACTION(NO_RECORD, "no-record", MARKS, KEYS({"Ctrl+r", 0}), .flags = ACTION_WITHOUT_DEMO,
       .help = "record nothing, end the film")

ACTION(LOOK, "look", WINDOW, KEYS({"Ctrl+l", 0}), .help = "look: exact, true colour, faithful")
ACTION(GAMMA, "gamma", WINDOW, KEYS({"Ctrl+Up", -0.05}, {"Ctrl+Down", 0.05}),
       .flags = ACTION_REPEATS, .amount = {AMOUNT_REAL, -3, 3}, .unit = "gamma", .units = "gamma",
       .less = "brighter", .more = "darker")
ACTION(CONTRAST, "contrast", WINDOW, KEYS({"Alt+Up", 0.1}, {"Alt+Down", -0.1}),
       .flags = ACTION_REPEATS, .amount = {AMOUNT_REAL, -3, 3}, .unit = "contrast",
       .units = "contrast", .less = "less", .more = "more")
ACTION(NORMAL_LIGHT, "normal-light", WINDOW, KEYS({"Ctrl+Backspace", 0}),
       .help = "normal gamma and contrast")
ACTION(OVERBRIGHT, "overbright", WINDOW, KEYS({"Ctrl+b", 0}),
       .help = "Quake III: light of full screen")
ACTION(TINTS, "tints", WINDOW, KEYS({"Ctrl+t", 0}), .help = "which tints of the screen are shown")
ACTION(GHOSTS, "ghosts", WINDOW, KEYS({"Alt+g", 0}), .help = "ghosts: shown, hidden")
ACTION(ZOOM, "zoom", WINDOW, KEYS({"z", 0}), .help = "enlarge at the mouse; wheel: more")
ACTION(SCALE, "scale", WINDOW, KEYS({"Shift+i", 0}), .help = "picture scale: 1 to 4, auto")
ACTION(BAR, "bar", WINDOW, KEYS({"o", 0}), .help = "bar: when needed, always, never")
ACTION(INFO, "info", WINDOW, KEYS({"i", 0}), .help = "numbers about the playback")
ACTION(SUMMARY, "summary", WINDOW, KEYS({"Ctrl+s", 0}), .help = "match summary: scores, shares")
ACTION(CONSOLE, "console", WINDOW, KEYS({"~", 0}, {"`", 0}), .flags = ACTION_WITHOUT_DEMO,
       .help = "console: messages, found by typing")
ACTION(REMEMBER, "remember-data", WINDOW, KEYS({"Ctrl+d", 0}), .flags = ACTION_WITHOUT_DEMO,
       .help = "remember the dropped game data")
ACTION(SHOT, "shot", WINDOW, KEYS({"s", 0}, {"F12", 0}), .flags = ACTION_BASIC | ACTION_OVER_LIST,
       .help = "save the picture as PNG")
ACTION(FULLSCREEN, "fullscreen", WINDOW, KEYS({"f", 0}, {"F11", 0}, {"Alt+Enter", 0}),
       .flags = ACTION_BASIC | ACTION_WITHOUT_DEMO | ACTION_OVER_LIST, .help = "fullscreen, window")
ACTION(HELP, "help", WINDOW, KEYS({"h", 0}, {"F1", 0}, {"?", 0}),
       .flags = ACTION_WITHOUT_DEMO | ACTION_OVER_LIST, .help = "this page")
ACTION(CANCEL, "cancel", WINDOW, KEYS({"Esc", 0}), .flags = ACTION_WITHOUT_DEMO,
       .help = "close help, leave fullscreen")
ACTION(QUIT, "quit", WINDOW, KEYS({"q", 0}),
       .flags = ACTION_BASIC | ACTION_WITHOUT_DEMO | ACTION_OVER_LIST, .help = "quit")
