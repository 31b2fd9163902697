#include "tests/faults/fault_scenarios.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "assets/builtin/builtin.h"
#include "engine/playback/demo_source.h"
#include "formats/netquake/dem.h"
#include "formats/quake3/dm3.h"
#include "formats/quakeworld/qwd.h"

enum {
    BLOCKS = 60,
    QWD_BLOCKS = 200,
    Q3_BLOCKS = 60,
    DM3_END = 8 /* bytes of 0xff behind the last message */
};

#define DATA "--basedir", "data"
#define SMALL DATA, "--size", "160x100", "--threads", "1"
#define FILM(out, ...)                                                                             \
    "render", "short.dem", "-o", out, SMALL, "--fps", "100", "--to", "0.6", "--quiet", __VA_ARGS__
#define PICTURES(...)                                                                              \
    "render", "short.dem", "-o", "p%02d.png", SMALL, "--fps", "80", "--to", "0.6", "--quiet",      \
        __VA_ARGS__
#define RAW "--format", "raw"

#define RUN(...) .words = {__VA_ARGS__}
#define REPLACES(...) .older = {__VA_ARGS__}

/* clang-format off */
#define FILMS(form, out, ...) \
    {.name = form, RUN(FILM(out, __VA_ARGS__)), .is_film = true, .killed = true, .races = true}, \
    {.name = form " jobs", RUN(FILM(out, "--jobs", "2", __VA_ARGS__)), .is_film = true, \
     .killed = true, .races = true, \
     .is_jobs = true}, \
    {.name = form " force", RUN(FILM(out, "--force", __VA_ARGS__)), REPLACES(out), \
     .is_film = true, \
     .killed = true}, \
    {.name = form " jobs force", RUN(FILM(out, "--jobs", "2", "--force", __VA_ARGS__)), \
     REPLACES(out), \
     .is_film = true, .is_jobs = true}, \
    {.name = form " resume", RUN(FILM(out, "--resume", __VA_ARGS__)), .is_film = true, \
     .begun = true}, \
    {.name = form " jobs resume", RUN(FILM(out, "--jobs", "2", "--resume", __VA_ARGS__)), \
     .is_film = true, \
     .begun = true, .killed = true, .is_jobs = true}

const struct fault_scenario fault_scenarios[] = {
    {.name = "info", RUN("info", "short.dem", "--json", DATA)},
    {.name = "info several", RUN("info", "short.dem", "q3.dm_68",
     "data/id1/pak0.pak/demo3.qwd", "--threads",
                         "2", DATA)},
    {.name = "info file", RUN("info", "short.dem", "--json", "-o", "info.json", "--force", DATA),
     REPLACES("info.json"), .is_short = true, .killed = true},
    {.name = "dump", RUN("dump", "short.dem", "-o", "dump.json", DATA)},
    {.name = "dump force", RUN("dump", "q3.dm_68", "-o", "dump.json", "--force", DATA),
     REPLACES("dump.json"), .killed = true},
    {.name = "shot", RUN("shot", "short.dem", "--at", "0.2,0.4", "-o", "shot%d.png", SMALL)},
    {.name = "shot force", RUN("shot", "short.dem", "--at", "0.3", "-o", "shot.png", "--force",
     SMALL),
     REPLACES("shot.png"), .is_short = true, .killed = true},
    {.name = "shot quake3", RUN("shot", "q3.dm_68", "--at", "0.3", "-o", "shot.png", SMALL)},
    {.name = "sheet", RUN("sheet", "short.dem", "--count", "4", "-o", "sheet.png", "--force",
     SMALL),
     REPLACES("sheet.png")},
    {.name = "sound", RUN("sound", "short.dem", "-o", "sound.wav", "--force", DATA),
     REPLACES("sound.wav"),
     .killed = true},
    {.name = "timedemo", RUN("timedemo", "short.dem", "--no-window", "--json", "-o",
     "time.json", "--force",
                     SMALL), REPLACES("time.json"), .varies = true},
    {.name = "cut", RUN("cut", "q3.dm_68", "--from", "0.2", "--to", "1", "-o", "cut.dm_68",
     "--force"),
     REPLACES("cut.dm_68"), .killed = true},
    {.name = "cut netquake", RUN("cut", "short.dem", "--from", "0.2", "--to", "1", "-o", "cut.dem",
     "--force"),
     REPLACES("cut.dem"), .killed = true},
    {.name = "cut quakeworld", RUN("cut", "short.qwd", "--from", "0.2", "--to", "1", "-o",
     "cut.qwd", "--force"),
     REPLACES("cut.qwd")},
    {.name = "search cut", RUN("search", "q3.dm_68", "--pickups", "e", "--lead", "0", "--tail",
     "0.3", "--cut", "./", "--force"),
     .killed = true},
    {.name = "search sheet", RUN("search", "q3.dm_68", "--pickups", "e", "--sheet", "sheet.png",
     "--force", SMALL),
     REPLACES("sheet.png")},
    {.name = "split", RUN("split", "q3.dm_68", "-o", "./", "--force"), REPLACES("q3-01.dm_68"),
     .killed = true},
    {.name = "join demos", RUN("join", "short.dem", "short.dem", "-o", "joined.dem", "--force"),
     REPLACES("joined.dem"), .killed = true},
    {.name = "convert", RUN("convert", "short.dem", "--protocol", "666", "-o", "666.dem",
     "--force"),
     REPLACES("666.dem"), .killed = true},
    {.name = "repair", RUN("repair", "short.dem", "-o", "repaired.dem", "--force"),
     REPLACES("repaired.dem"), .killed = true},
    {.name = "anonymise", RUN("anonymise", "short.dem", "-o", "hidden.dem", "--force"),
     REPLACES("hidden.dem"), .killed = true},
    {.name = "camera", RUN("camera", "path.txt", "short.dem", "-o", "filmed.dem", "--force"),
     REPLACES("filmed.dem"), .killed = true},
    {.name = "merge", RUN("merge", "q3.dm_68", "q3.dm_68", "-o", "merged.dm_68", "--force"),
     REPLACES("merged.dm_68"), .killed = true},
    {.name = "subtitle", RUN("subtitle", "titles.txt", "short.dem", "-o", "titled.dem", "--force"),
     REPLACES("titled.dem"), .killed = true},
    {.name = "decompile", RUN("decompile", "short.dem", "-o", "demo.txt", "--force"),
     REPLACES("demo.txt"), .killed = true},
    {.name = "compile", RUN("compile", "text.txt", "-o", "again.dem", "--force"),
     .before = {"decompile", "short.dem", "-o", "text.txt"}, REPLACES("again.dem"), .killed = true},
    {.name = "diff", RUN("diff", "short.dem", "short.dem", "--json", "-o", "diff.json", "--force"),
     REPLACES("diff.json"), .is_diff = true, .killed = true},
    {.name = "strings", RUN("strings", "short.dem", "-o", "texts.txt", "--force"),
     REPLACES("texts.txt"), .killed = true},
    {.name = "strings apply", RUN("strings", "--apply", "list.txt", "short.dem", "-o", "said.dem",
     "--force"),
     .before = {"strings", "short.dem", "-o", "list.txt"}, REPLACES("said.dem"), .killed = true},
    {.name = "validate", RUN("validate", "short.dem", "--json", "-o", "limits.json", "--force"),
     REPLACES("limits.json"), .killed = true},
    {.name = "check", RUN("check", "short.dem", "--json", "-o", "checks.json", "--force"),
     REPLACES("checks.json"), .killed = true},
    {.name = "compare", RUN("compare", "short.dem", "short.dem", "-o", "runs.txt", "--force"),
     REPLACES("runs.txt"), .killed = true},
    {.name = "marks", RUN("save_marks", "short.dem", "0.9"),
     .before = {"save_marks", "short.dem", "0.4"}, .killed = true, .is_short = true},
    {.name = "join", RUN("join", "piece1.avi", "piece2.avi", "-o", "whole.avi"), .is_film = true},
    {.name = "join force", RUN("join", "piece1.y4m", "piece2.y4m", "-o", "whole.y4m", "--force"),
     REPLACES("whole.y4m"), .is_film = true, .killed = true},
    {.name = "avi quake3", RUN("render", "q3.dm_68", "-o", "film.avi", SMALL, "--to", "0.3",
     "--quiet"),
     .is_film = true},
    {.name = "encoder", RUN(FILM("film.mkv", "--no-hud")), .is_film = true, .killed = true},
    {.name = "encoder force", RUN(FILM("film.mkv", "--force")), REPLACES("film.mkv"),
     .is_film = true},
    FILMS("avi", "film.avi", "--no-hud"),
    FILMS("y4m", "film.y4m", "--no-hud"),
    FILMS("wav", "film.wav", "--no-hud"),
    FILMS("rgb", "film.rgb", RAW),
    {.name = "png", RUN(PICTURES("--no-hud")), .is_film = true, .killed = true, .races = true},
    {.name = "png jobs", RUN(PICTURES("--jobs", "2")), .is_film = true, .killed = true,
     .is_jobs = true, .races = true,
     .is_short = true},
    {.name = "png force", RUN(PICTURES("--force")), REPLACES("p03.png", "p30.png"), .is_film = true,
     .killed = true},
    {.name = "png jobs force", RUN(PICTURES("--jobs", "2", "--force")), REPLACES("p03.png",
     "p30.png"),
     .is_film = true, .is_jobs = true},
    {.name = "png resume", RUN(PICTURES("--resume")), .is_film = true, .begun = true},
    {.name = "png jobs resume", RUN(PICTURES("--jobs", "2", "--resume")), .is_film = true,
     .begun = true,
     .killed = true, .is_jobs = true},
};
/* clang-format on */

const size_t num_fault_scenarios = sizeof(fault_scenarios) / sizeof(fault_scenarios[0]);

static void make_folder(const char *folder, const char *name)
{
    char path[TREE_PATH];
    snprintf(path, sizeof(path), "%s/%s", folder, name);
    if (mkdir(path, 0777) < 0 && errno != EEXIST) {
        tree_give_up("make", path);
    }
}

/* Where a demo's first blocks end, by the extension of its name. */
static int find_end(const struct demo_source *source, const char *name, size_t *end,
                    struct format_error *err)
{
    struct dem_file dem;
    struct dem_block block;
    struct qwd_block qwd_block;
    struct dm3_block q3_block;
    int code = 0;
    *end = 0;
    if (strstr(name, ".dem")) {
        code = dem_open(&dem, source->data, source->size, err);
        *end = dem.first_block;
        for (int i = 0; code >= 0 && i < BLOCKS; i++) {
            code = dem_next_block(&dem, end, &block, err);
        }
        return code;
    }
    if (strstr(name, ".qwd")) {
        for (int i = 0; code >= 0 && i < QWD_BLOCKS; i++) {
            code = qwd_next_block(source->data, source->size, end, &qwd_block, err);
        }
        return code;
    }
    for (int i = 0; code >= 0 && i < Q3_BLOCKS; i++) {
        code = dm3_next_block(source->data, source->size, end, &q3_block, err);
    }
    return code;
}

/* The beginning of a built-in demo. */
static void write_beginning(const char *folder, const char *demo, const char *name)
{
    struct demo_source source;
    const struct demo_search search = {0};
    struct format_error err = {0};
    size_t end = 0;
    int code = demo_source_open_bytes(&source, demo, &search, &err);
    code = code == 0 ? find_end(&source, name, &end, &err) : code;
    if (code < 0) {
        fprintf(stderr, "faults: %s: %s\n", demo, err.what);
        exit(2);
    }
    uint8_t *copy = malloc(end + DM3_END);
    if (!copy) {
        tree_give_up("copy", name);
    }
    memcpy(copy, source.data, end);
    memset(copy + end, 0xff, DM3_END);
    tree_write(folder, name, copy, strstr(name, ".dm_") ? end + DM3_END : end);
    free(copy);
    demo_source_close(&source);
}

static void render_piece(struct fault_runner *runner, const char *piece, const char *out)
{
    const char *const words[] = {FILM(out, "--piece", piece), NULL};
    struct fault_result result;
    fault_run(runner, words, NULL, &(struct fault){0}, &result);
    if (result.status != 0) {
        fprintf(stderr, "faults: %s: %s\n", out, result.said);
        exit(2);
    }
}

/* In place of ffmpeg: what it reads becomes the film. */
static const char encoder[] = "#!/bin/sh\n"
                              "for last; do :; done; last=${last#file:}\n"
                              "cat <&4 > \"$last.sound\" &\n"
                              "cat <&3 > \"$last\"\n"
                              "wait\n"
                              "cat \"$last.sound\" >> \"$last\" && rm \"$last.sound\"\n";

void fault_make_base(struct fault_runner *runner, const char *folder)
{
    tree_remove(runner->folder);
    make_folder(runner->folder, "");
    make_folder(runner->folder, "data");
    make_folder(runner->folder, "data/id1");
    make_folder(runner->folder, "bin");
    tree_write(runner->folder, "bin/ffmpeg", encoder, sizeof(encoder) - 1);
    make_folder(runner->folder, "data/baseq3");
    tree_write(runner->folder, "data/id1/pak0.pak", builtin_pak, builtin_pak_size);
    tree_write(runner->folder, "data/baseq3/pak0.pk3", builtin_pk3, builtin_pk3_size);
    write_beginning(runner->folder, "builtin:demo1", "short.dem");
    write_beginning(runner->folder, "builtin:demo3", "short.qwd");
    write_beginning(runner->folder, "builtin:demo5", "q3.dm_68");
    tree_write(runner->folder, "titles.txt", "0.1 one\n", 8);
    tree_write(runner->folder, "path.txt", "key 0 1 2 3 4 5\n", 16);
    render_piece(runner, "1/2", "piece1.avi");
    render_piece(runner, "2/2", "piece2.avi");
    render_piece(runner, "1/2", "piece1.y4m");
    render_piece(runner, "2/2", "piece2.y4m");
    tree_copy(runner->folder, folder);
}
