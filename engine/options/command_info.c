#include "engine/options/command_info.h"

#include <stdint.h>
#include <string.h>

#include "formats/text/spelling.h"

static const struct command_info commands[COMMANDS] = {
    [COMMAND_PLAY] =
        {"play", "watch a demo in a window (the default)", "[play] [DEMO...] [options]",
         "Plays demos in a window; without a demo, two built-in ones. A bare name is looked "
         "up in\n"
         "the game data. Several demos, or a folder of them, are a playlist; - is standard input;\n"
         "demos may be packed (.gz, .zip, .dz). Without a display use -o FILE.avi, which renders "
         "the\n"
         "first demo to a file, or quakereel render. Press ? in the window for its keys.\n",
         "demo", 0, SIZE_MAX, true},
    [COMMAND_TIMEDEMO] =
        {"timedemo", "draw every server update as fast as possible and print the frame rate",
         "timedemo DEMO [--json] [--csv] [-o FILE] [options]",
         "Draws every server update once, without interpolation, as fast as possible. Prints the\n"
         "frame rate, percentiles of the frame time, its parts, and one hash of all frames "
         "drawn.\n",
         "demo", 1, 1, true},
    [COMMAND_SHOT] = {"shot", "draw single frames into PNG files",
                      "shot DEMO --at T[,T...] | --times FILE | --block N[,N...] |\n"
                      "       --server-time MS[,MS...] [-o FILE.png] [options]",
                      "Draws frames of a demo into PNG files. Needs no window and no display.\n",
                      "demo", 1, 1, true},
    [COMMAND_SHEET] =
        {"sheet", "draw a contact sheet of a demo: many small frames in one picture",
         "sheet DEMO [-o SHEET.png] [options]",
         "Draws many small frames of a demo with their times into one PNG file: evenly over the\n"
         "demo, one per level, or one per event of a kind. Needs no window and no display.\n",
         "demo", 1, 1, true},
    [COMMAND_SOUND] =
        {"sound", "write the sound of a demo as a WAV file",
         "sound DEMO [--from T] [--to T] -o OUT.wav [options]",
         "Writes the sound of a part of a demo, with music, as a WAV file of 16 bits in stereo:\n"
         "the samples the window plays there. Needs no window and no sound device. OUT may be -,\n"
         "standard output.\n",
         "demo", 1, 1, false},
    [COMMAND_RENDER] =
        {"render", "make a film of a demo, with sound: AVI, y4m, PNG files, any ffmpeg format",
         "render DEMO... -o OUT [--from T] [--to T] [options]",
         "Makes a film of a part of a demo, or of several demos in a row. The same line gives the\n"
         "same bytes on every machine, with any number of threads, whole or in pieces. OUT:\n"
         "  FILE.avi   Motion JPEG (or --codec raw) and sound\n"
         "  FILE.y4m   uncompressed frames for encoders; - writes it to standard output\n"
         "  %05d.png   one picture per frame, numbered from 0\n"
         "  FILE.wav   the sound alone\n"
         "  FILE.mp4, .mkv, .webm ...   any format of ffmpeg, where that is installed\n",
         "demo", 1, SIZE_MAX, true},
    [COMMAND_JOIN] =
        {"join", "join pieces of a film, or demos",
         "join PIECE... -o OUT [--retime] [--smooth] [--force]",
         "Joins pieces of a film in the order given: AVI, y4m or WAV, all of one kind and one\n"
         "format. Pieces of one film (render --piece) give the bytes of the whole film. Damaged,\n"
         "unfinished or differing pieces are reported before anything is written. OUT may be -,\n"
         "standard output, except for AVI.\n"
         "Demos (by the first one's extension) of one kind become one demo with several levels.\n"
         "Parts of one demo (split) that follow one another give its bytes; other parts, and "
         "parts\n"
         "that were changed, begin their levels anew. A damaged demo is joined up to the damage;\n"
         "the error goes to stderr, exit status 1.\n",
         "piece", 1, SIZE_MAX, false},
    [COMMAND_INFO] =
        {"info", "print what a demo contains", "info [--json] DEMO... [-o FILE]",
         "Prints what a demo contains: protocol with its extensions, levels, players, length,\n"
         "messages, anomalies; of a level, when it was finished (intermission, finale,\n"
         "cutscene), kills, secrets and skill, as far as the demo tells. With --json \"ftex\"\n"
         "and \"fte2\" are the flags of FTE's extensions, 0 for none.\n"
         "DEMO is a file, a name inside the game data, or builtin:NAME. The good part of a\n"
         "damaged demo is described; the error goes to stderr, exit status 1.\n",
         "demo", 1, SIZE_MAX, false},
    [COMMAND_DUMP] =
        {"dump", "print every message of a demo as JSON",
         "dump [--json | --snapshots | --state-hash] DEMO [-o FILE]",
         "Prints every message of a demo as one JSON object per line: the block's number, the\n"
         "message's byte offset in the file, its name, its number (\"id\") and its fields. Names\n"
         "and fields of NetQuake and QuakeWorld are those of decompile, and a field stands there\n"
         "if it stands in that text. The first message of their blocks has the block's fields as\n"
         "\"head\"; blocks without messages are printed too, without an \"id\". Bytes of strings\n"
         "from 0x80 on and control bytes are printed as \\u00XX.\n"
         "DEMO is a file, a name inside the game data, or builtin:NAME. The good part of a\n"
         "damaged demo is printed; the error goes to stderr, exit status 1.\n",
         "demo", 1, 1, false},
    [COMMAND_CUT] =
        {"cut", "write parts of a demo as a demo",
         "cut DEMO... [--from T] [--to T] [--range A-B]... [--no-chat] -o OUT [options]",
         "Writes parts of a demo as a demo that the original client plays;\n"
         "without times, rewrites the whole demo. A part from the middle of a level begins with\n"
         "the state that the client has there; both its ends are included. A NetQuake block that "
         "is\n"
         "too long for clients of its protocol becomes several; what cannot be split stays in "
         "one,\n"
         "and the report counts it. --no-chat leaves out what players say. Give OUT the extension\n"
         "of DEMO: clients go by it. Parts of several demos are written into a folder, -o "
         "FOLDER/.\n"
         "DEMO is a file, or a name inside the game data. The good part of a damaged demo is cut;\n"
         "the error goes to stderr, exit status 1.\n",
         "demo", 1, SIZE_MAX, false},
    [COMMAND_CONVERT] =
        {"convert", "write a demo in another protocol",
         "convert DEMO... (--protocol N | --to KIND) [--player NAME|NUMBER] [--json] -o OUT",
         "Writes a demo in another protocol. NetQuake's, of any protocol that plays: 15 (Quake's\n"
         "own), 666 (FitzQuake), 999 (RMQ). Coordinates and angles are rounded to what it has.\n"
         "Quake III's: .dm3, .dm_48, .dm_66 and .dm_67 as 68; Quake Live's 73 and 90 as 91.\n"
         "QuakeWorld's: a .qwd of protocol 28 without extensions, for clients of all ages. A .mvd\n"
         "becomes the demo of one player. Entities are told in full; voice is left out. --to mvd "
         "writes\n"
         "a .qwd as a .mvd without extensions: it has the players that the recorder saw.\n"
         "What the protocol has no place for, transparency in 15 for one, is left out and listed:\n"
         "how often, and the block and byte of the first. What does not fit, a model number above\n"
         "255 in 15 for one, is listed, too: then nothing is written, exit status 1. The good "
         "part\n"
         "of a damaged demo is converted; the error goes to stderr, exit status 1. For\n"
         "several demos, OUT has to be a folder.\n",
         "demo", 1, SIZE_MAX, false},
    [COMMAND_VALIDATE] =
        {"validate", "check whether an original engine plays a demo",
         "validate [--for ENGINE] [--json] DEMO... [-o FILE]",
         "Checks a demo against the limits of an engine: sizes of blocks, texts and lists, "
         "numbers\n"
         "of slots, models and entities, protocols, the order of the sign-on, what is missing at\n"
         "the end. Prints each finding with its block, its byte offset and what the engine does;\n"
         "then whether it plays the whole demo: exit status 0, else 1. Game data is not looked "
         "at:\n"
         "a missing map is no finding. Damaged input is checked to its end, damage is a finding.\n",
         "demo", 1, SIZE_MAX, false},
    [COMMAND_REPAIR] =
        {"repair", "write what is good of a damaged demo as a demo that plays",
         "repair DEMO... -o OUT [--json] [--for ENGINE]",
         "Repairs a damaged demo: drops blocks and messages that cannot be read, and what stands\n"
         "between blocks; restores sizes, the CD track line, the end, and bytes that a transfer "
         "as\n"
         "text changed; shortens texts that overflow the original. Nothing is guessed: what was\n"
         "good stays as it is, byte for byte, and a good demo comes out unchanged. Prints each\n"
         "change with its block and its byte offset in DEMO. Exit status 0 if an engine plays the\n"
         "result (see quakereel validate), else 1. Nothing is written if nothing can be saved.\n"
         "DEMO is never replaced; give OUT its extension. For several demos, OUT has to be a\n"
         "folder.\n",
         "demo", 1, SIZE_MAX, false},
    [COMMAND_DECOMPILE] =
        {"decompile", "write a demo as text that can be edited",
         "decompile DEMO [--from T] [--to T] [--numbers] [--pretty] [-o TEXT]",
         "Writes a demo as text, a message a line, of which compile makes the same demo again,\n"
         "byte for byte. Names of models and sounds stand in comments. What cannot be read, and\n"
         "what the text's fields would not give back, is written as bytes with the reason: so the\n"
         "text of a damaged demo is whole, too; the error goes to stderr, exit status 1.\n"
         "Quake III's snapshots stand there as they are sent, as differences from an earlier one.\n"
         "A part (--from, --to) has whole blocks, both ends included, and tells in its first line\n"
         "which; compile --into puts it back into the demo.\n"
         "engine/edit/text/GRAMMAR.md in the sources explains every message.\n"
         "DEMO is a file, or a name inside the game data. TEXT may be -, standard output.\n",
         "demo", 1, 1, false},
    [COMMAND_COMPILE] =
        {"compile", "make the demo of a text that decompile wrote",
         "compile TEXT [--into DEMO] -o OUT",
         "Makes a demo of a text as decompile writes it; of the text of a part, DEMO with the "
         "part's\n"
         "blocks replaced (--into), all others byte for byte. What is wrong in the text is told\n"
         "with line and column; then no file is written, exit status 1. TEXT may be -, standard\n"
         "input; OUT may be -, standard output, which gets the blocks before a mistake.\n",
         "text", 1, 1, false},
    [COMMAND_DIFF] =
        {"diff", "compare two demos block by block", "diff A B [--json] [-o FILE]",
         "Compares two demos of a family in the form that decompile writes, and prints what\n"
         "differs: lines of A alone begin with -, those of B with +. Blocks are found by what is\n"
         "in them, not by their numbers, so that a demo can be compared with its part. Of many\n"
         "blocks that only one has, their numbers are printed. Exit status 0: the demos are\n"
         "equal, 1: they differ, 2: they could not be compared. Damage goes to stderr and does\n"
         "not count, what is damaged is compared as bytes.\n",
         "demo", 2, 2, false},
    [COMMAND_SPLIT] =
        {"split", "write a demo as several: by level, match, life, mark or size",
         "split DEMO... [--by WHAT] [--size MB] -o FOLDER/ [--force]",
         "Writes a demo as several that follow one another and that the original client plays.\n"
         "NetQuake's and Quake III's parts that begin with a level are its bytes, others begin\n"
         "with the state that the client has there, as cut has it. Behind the end of those, where\n"
         "no player reads, stands a note with which join makes the demo of its parts again, byte\n"
         "for byte: in all families, anywhere in a level, of a damaged demo as well, as long as\n"
         "the parts are as split wrote them and in order. The files are called after the demo:\n"
         "DEMO-01.dem, DEMO-02.dem.\n"
         "The good part of a damaged demo is split; the error goes to stderr, exit status 1.\n",
         "demo", 1, SIZE_MAX, false},
    [COMMAND_CHECK] =
        {"check", "check whether what a demo claims fits together",
         "check [--speedrun] [--basedir DIR] [--json] DEMO... [-o FILE]",
         "Compares what a demo claims. NetQuake and QuakeWorld: damage with health and armour\n"
         "before and after it, their rises with pickups; the time that QuakeWorld commands last.\n"
         "Quake III: timescale, fixedtime, steps between snapshots, flick shots, DeFRaG's keys.\n"
         "All: cheats that the server allows or answered, its version and settings; its clock;\n"
         "turns of the view; gaps, and bytes behind the end. In a .mvd health is not compared:\n"
         "damage stands there several times, in another order than the stats. With --basedir a\n"
         "NetQuake level's monsters tell its skill. Prints each finding with its block, the\n"
         "time of playback and the values. A signature is what an unchanged recording of the\n"
         "original game without cheats does not have; a note is what such a recording may have,\n"
         "too. Neither is a verdict: mods have other rules. Exit status 0 without signatures,\n"
         "else 1. The good part of a damaged demo is checked; the error goes to stderr, exit\n"
         "status 1.\n",
         "demo", 1, SIZE_MAX, false},
    [COMMAND_SUBTITLE] =
        {"subtitle", "put texts into a demo, which appear in the middle of the screen",
         "subtitle [--remove|--list FORMAT] [--json] [TEXTS] DEMO [-o OUT]",
         "Puts the texts of a file into a demo as centerprints (Quake III: commands cp). TEXTS "
         "has\n"
         "a text a line, `TIME text`, where TIME is seconds of playback, M:SS or H:MM:SS and the\n"
         "text stays for 2 seconds (\\n begins a new line); or it is a SubRip file (SRT). Texts "
         "are\n"
         "ASCII. They are wrapped at 40 columns; longer ones are said again each second, since\n"
         "clients show a centerprint for 2 (Quake III: 3). In an intermission of Quake and\n"
         "QuakeWorld a text is said once: there it stays, and appears letter by letter, 8 a\n"
         "second. All else stays as it is. A mistake in TEXTS is told with line and column; then\n"
         "nothing is written. A text for whose time the demo has no update is told, exit status "
         "1;\n"
         "if all are such, nothing is written.\n"
         "--remove takes such texts out, --list prints those of a demo without colours. The good\n"
         "part of a damaged demo is written; the error goes to stderr, exit status 1. TEXTS may "
         "be\n"
         "-, standard input.\n",
         "file", 1, 2, false},
    [COMMAND_CAMERA] =
        {"camera", "make a demo whose view is a moving camera", "camera PATH DEMO [--json] -o OUT",
         "Writes a demo whose view moves along PATH, a file as of --camera-path (lines of\n"
         "key TIME X Y Z PITCH YAW), for the original engine to play. In a NetQuake demo "
         "(protocol\n"
         "15, 666 or 999) the view is an entity that the demo does not use, in a QuakeWorld "
         "client\n"
         "demo (.qwd) a spectator, whose place changes from packet to packet. No weapon is seen,\n"
         "and what moves or colours a player's view is left out. In a multi-view demo (.mvd) the\n"
         "camera is one more player, named camera. ezQuake watches this player until its user\n"
         "chooses another. All else stays as it is: entities that the server did not send to the\n"
         "recorder are not seen by the camera. Places are told\n"
         "in eighths of a unit, in 999 finer. Fields of view are not written. Other demos, and\n"
         "those without an update, are refused, exit status 1. The good part of a damaged demo is\n"
         "written; the error goes to stderr, exit status 1.\n",
         "file", 2, 2, false},
    [COMMAND_STRINGS] =
        {"strings", "print every text of a demo, and put changed ones back",
         "strings DEMO [--json] [-o FILE] | strings --apply LIST DEMO -o OUT",
         "Prints the texts of a demo, one a line: prints, centerprints, chat, stuffed text, names\n"
         "of levels and players; QuakeWorld's userinfo and serverinfo; Quake III's configstrings\n"
         "and server commands. In front of a text stand its block (in Quake III its message) and\n"
         "its number in the block, both from 0, the time of playback in seconds, and its kind:\n"
         "  17:0 12.25 print \"You got the shotgun\\n\"\n"
         "\\n is a line end, \\\" a quotation mark, \\\\ a backslash, \\xHH any byte, \\^c the\n"
         "coloured letter c. With --apply the texts of the lines in LIST are written into the "
         "demo;\n"
         "texts whose lines are missing stay, and all else does, byte for byte. A mistake in "
         "LIST,\n"
         "a place that the demo does not have and a text that is too long are told with line and\n"
         "column; then no file is written, exit status 1. What an engine takes is checked by\n"
         "validate. The good part of a damaged demo is printed or changed, the rest is written as\n"
         "it is; the error goes to stderr, exit status 1.\n",
         "demo", 1, 1, false},
    [COMMAND_EVENTS] =
        {"events",
         "print what happens in demos: frags, pickups, talk, levels, as text, JSON or CSV",
         "events [--kinds LIST] [--json | --csv] DEMO... [-o FILE] [options]",
         "Prints what happens in demos, in one shape for all games: time of playback, as --from\n"
         "has it, kind, players, weapon and place; with --json and --csv the server's time, the\n"
         "block and its byte offset as well. DEMO may be a folder or an archive, which stands for\n"
         "all demos in it. What the demo does not tell but shows, as a jump or what a player has\n"
         "picked up, is marked as derived, by * in text. A demo tells little of players\n"
         "out of sight: their places are missing. The good part of a damaged demo is printed; the "
         "error\n"
         "goes to stderr, exit status 1.\n",
         "demo", 1, SIZE_MAX, false},
    [COMMAND_REPORT] =
        {"report", "write a web page about a demo: players, level from above, best moments, events",
         "report DEMO [-o FILE.html] [--moments N] [--page URL] [--demo-url URL] [options]",
         "Writes one HTML page about a demo: what it is, its players, pictures of the best\n"
         "moments, health, speed, frags and items over time, the level from above with paths and\n"
         "deaths, and what happened, with links that open the demo at that time in the browser's\n"
         "player (make web). The page has no scripts and needs nothing from elsewhere; it is\n"
         "readable on a phone and on paper, light or dark as the reader's system is. The good "
         "part\n"
         "of a damaged demo is told; the error goes to stderr, exit status 1.\n",
         "demo", 1, 1, true},
    [COMMAND_STATS] =
        {"stats", "print what players came to: frags, damage, items, accuracies, runs, speeds",
         "stats [--aliases FILE] [--sums] [--json | --csv] DEMO... [-o FILE] [options]",
         "Prints what players and teams came to in each match of a demo, or in a level that has\n"
         "none, where what was before a match, warmup, does not count: score, frags and their\n"
         "weapons, deaths, damage, accuracies, items taken and their shares of all that were\n"
         "taken, time with powerups, longest runs of frags, speeds; of a game against monsters\n"
         "kills, secrets and the time of the finish. Of several demos also the sums of each\n"
         "player, by name. DEMO may be a folder or an archive, which stands for all demos in it.\n"
         "What the server tells comes before what was counted: KTX's tables, the statistics of\n"
         "OSP, CPMA and Quake Live. What the demo does not tell, but what follows from what it\n"
         "shows, has a *; + marks what is at least so much, since the demo does not always show\n"
         "the player. The good part of a damaged demo counts; the error goes to stderr, exit\n"
         "status 1.\n",
         "demo", 1, SIZE_MAX, false},
    [COMMAND_SEARCH] =
        {"search", "find moments in demos: runs of frags, mid-airs, rails, flags, talk",
         "search PATTERN... DEMO... [--player WHO] [--cut FOLDER/] [--sheet SHEET.png]",
         "Finds moments in demos and prints them with their times of playback, as --from has\n"
         "them. Each of the first options is a pattern, and several can be looked for at once:\n"
         "`search --frags 4 --within 4 DEMOS/` finds each place where a player killed 4 others\n"
         "with at most 4 seconds from one to the next. DEMO may be a folder or an archive, which\n"
         "stands for all demos in it; they are read on all cores. Frags of Quake III are the\n"
         "obituaries that the server sends, those of Quake and QuakeWorld are read from the lines\n"
         "that it prints; of a game of one player they are the monsters. --cut writes the part\n"
         "around each hit as a demo, of which `render FOLDER/*` makes films: "
         "DEMO-0001-frags.dm_68;\n"
         "--sheet draws all hits into one picture. Exit status 0: there are hits, 1: none, or a\n"
         "demo is damaged, whose good part is searched.\n",
         "demo", 1, SIZE_MAX, false},
    [COMMAND_ANONYMISE] =
        {"anonymise", "write a demo without the names of its players",
         "anonymise DEMO... [--teams] [--map FILE] [--json] -o OUT",
         "Writes a demo with stand-ins for the players' names: p1, p2 and so on, in the order of\n"
         "the demo, the same for the same name in all demos of a run, and for a player who takes\n"
         "another name. A name is replaced wherever it is a whole word of a text: in prints and\n"
         "obituaries, chat, centerprints, stuffed text. Case and colours do not count, nor signs\n"
         "around a name. A name cut to eight letters or more is found, too, and a word of five or\n"
         "more in it, if it is in one player's name only. So a player\n"
         "called \"a\" replaces each \"a\" of a text; the report counts. Names of teams stay, "
         "unless\n"
         "they are players' or --teams is given; names of files, keys, commands and numbers stay,\n"
         "and names that everybody has (player, unnamed). IP addresses become 0.0.0.0, voice is\n"
         "left out. What players say may still tell who they are: cut --no-chat leaves it out.\n"
         "At the end the result is searched, of Quake and QuakeWorld its bytes, too: if a name is\n"
         "left, nothing is written, exit status 1. The good part of a damaged demo is written; "
         "the\n"
         "error goes to stderr, exit status 1. Several demos need a folder: -o FOLDER/.\n",
         "demo", 1, SIZE_MAX, false},
    [COMMAND_MERGE] =
        {"merge", "write recordings of one match as one demo", "merge DEMO DEMO... [--json] -o OUT",
         "Writes the first demo with what the others saw in the same match, as Quake III demos\n"
         "have it: their recorders, and the players, missiles and items that the first recorder\n"
         "did not see. Its view stays, and the texts that it got. Recordings are of one match if\n"
         "their level was loaded by one server at one time; of each other demo the snapshot of\n"
         "the same server time counts, or one at most 100 ms older. A demo with no such snapshot\n"
         "is an error, and nothing is written. At most 256 entities fit into a snapshot: those of\n"
         "the first demo, then of the others in their order. The good part of a damaged demo is\n"
         "used; the error goes to stderr, exit status 1.\n",
         "demo", 2, SIZE_MAX, false},
    [COMMAND_MARKS] =
        {"marks", "print the marks set in the window, add those of a list",
         "marks DEMO [--import LIST] [--chapters FORM] [--json] [-o FILE]",
         "Prints the marks that were set in a demo, a line each: `1:30.500 the quad`. --import\n"
         "adds the marks of a file with such lines: times as --from has them, then a name or "
         "none;\n"
         "empty lines and those that begin with # are skipped. A mark that is there gets the\n"
         "list's name. A mistake is told with its line; then no mark is added, exit status 1.\n"
         "--chapters prints them as chapters of a film that render makes of the same --from and\n"
         "--to: `ffmpeg -i film.mp4 -i chapters.txt -map 0 -map_metadata 1 -c copy out.mp4`, or\n"
         "`mkvmerge --chapters chapters.txt film.mp4 -o film.mkv`. A mark's name is a place, too:\n"
         "`cut --from \"mark the quad -5s\"`.\n",
         "demo", 1, 1, false},
    [COMMAND_COMPARE] =
        {"compare", "list split times and leads of two runs of a level",
         "compare A B [--align WHEN] [--every S] [--json] [-o FILE]",
         "Compares the runs of two demos on the levels that both have: the times of pickups,\n"
         "secrets, flags, doors, buttons and ends that both tell, and what only one tells; then,\n"
         "every few seconds, when B is at the place where A is, and how far they are apart. A\n"
         "lead is positive where A is earlier. Times count from what is aligned. A run is the\n"
         "recorder's, of a .mvd the first player's. The good part of a damaged demo is compared;\n"
         "the error goes to stderr, exit status 1.\n",
         "demo", 2, 2, false},
    [COMMAND_CUTS] =
        {"cuts", "list whose eyes auto tracking shows, shot by shot",
         "cuts [--follow TARGET] [--json] DEMO... [-o FILE]",
         "Prints the shots that --follow auto, or another target of it, has in a .mvd: start and\n"
         "end in seconds of playback, the player's number and name; then how many frags are seen\n"
         "from the killer's or the victim's eyes. What matters is known in advance: who kills or\n"
         "dies, carries a powerup or a flag, has a good weapon and health. No shot is shorter\n"
         "than 2 s but where its player dies or leaves, and with auto none ends in the middle of\n"
         "the player's fight. Other demos have one view, and no shots. The good part of a damaged\n"
         "demo counts; the error goes to stderr, exit status 1.\n",
         "demo", 1, SIZE_MAX, false},
    [COMMAND_MAP] =
        {"map", "draw a level from above, with what happened in demos over it",
         "map DEMO...|LEVEL [-o FILE.svg|FILE.png] [options]",
         "Draws a level from above: floors, the higher the brighter, walls, liquids, items and\n"
         "spawn points, with a scale. Over it the paths of a demo's players and their deaths, "
         "with\n"
         "a line from killer to victim; or their speed, or where they spent their time or fought.\n"
         "Several demos of one level are drawn together; those of other levels are left out, "
         "which\n"
         "is told on stderr. LEVEL is a name in the game data (dm3) or a file (dm3.bsp). Without\n"
         "the level's file the paths are drawn alone. Names of players are shown over marks and\n"
         "lines of an SVG. The good part of a damaged demo is drawn; the error goes to stderr,\n"
         "exit status 1. Without -o the picture is map.svg.\n",
         "demo", 1, SIZE_MAX, false},
    [COMMAND_LIBRARY] =
        {"library", "keep a catalogue of many demos, and find demos and moments in it",
         "library FOLDER... [--file CATALOGUE] [--shard I/N]\n"
         "       quakereel library find [TERM...] [--sql SELECT] [--json] [--csv] [--playlist "
         "FILE]\n"
         "       quakereel library merge CATALOGUE CATALOGUE... -o CATALOGUE",
         "Reads the demos of folders, with their subfolders and archives, into a catalogue: an\n"
         "SQLite file with a row for each demo, its levels, players and events. Again, it reads\n"
         "what is new or changed, by size, time and contents; what was renamed is recognised, "
         "what\n"
         "is gone is dropped. Ctrl+C ends it with what is done, and the next run goes on there.\n"
         "The good part of a damaged demo is kept; the error goes to stderr, exit status 1.\n"
         "`library find` prints the demos, or the events, that all TERMs hold for; a TERM is\n"
         "FIELD, one of = != < <= > >= ~ (contains) !~, and a value, in quotes for the shell:\n"
         "  quakereel library find player=Frost level=dm3 'date>=2024'\n"
         "  quakereel library find kind=frag weapon=rocket 'air>0.3' 'distance>300'\n"
         "Terms of events: kind, other, weapon, time, text, value, air, distance, viewed, x, y, "
         "z.\n"
         "Of demos: path, family, protocol, mod, mode, server, date, result, length, size, hash,\n"
         "players, damaged, error, level, title, player, team, score; with a term of events, level "
         "and\n"
         "player are the event's. Exit status 0: something was found, 1: nothing.\n"
         "`library merge` puts catalogues of parts (--shard) or of several folders together.\n",
         "folder", 1, SIZE_MAX, false},
    [COMMAND_PLOT] =
        {"plot", "draw health, speed, frags, items ... over time",
         "plot DEMO... [--what LIST] [--player WHO]... [-o FILE.svg|FILE.png]",
         "Draws what a demo tells of its players over time as one picture, a panel for each of\n"
         "--what: lines of values, bars of who has a powerup or a flag and who took an armour or\n"
         "the mega health last, with each player's share. Levels and matches are vertical lines,\n"
         "frags and deaths marks at the bottom (triangles and crosses). Where a pixel is several\n"
         "updates, a line is their mean and the band around it goes from the lowest to the\n"
         "highest. Several demos are runs of the same level, each with one player: they are\n"
         "aligned as --align has it, and time-gained is how much earlier the first one is at the\n"
         "same place; circles are what both did. The good part of a damaged demo is drawn; the\n"
         "error goes to stderr, exit status 1.\n",
         "demo", 1, 9, false},
};

const struct command_info *command_info(enum command command)
{
    return &commands[command];
}

bool command_find(const char *name, enum command *command)
{
    for (int i = 0; i < COMMANDS; i++) {
        if (strcmp(name, commands[i].name) == 0) {
            *command = (enum command)i;
            return true;
        }
    }
    return false;
}

const char *command_suggest(const char *name)
{
    const char *closest = NULL;
    int least = SPELLING_MAX;
    for (int i = 0; i < COMMANDS; i++) {
        const int distance = spelling_distance(name, commands[i].name);
        if (distance < least) {
            least = distance;
            closest = commands[i].name;
        }
    }
    return closest && spelling_is_close(name, least) ? closest : NULL;
}
