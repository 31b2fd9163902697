#include "engine/commands/study/level_file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

bool level_file_is_one(const char *name)
{
    const size_t length = strlen(name);
    return length > 4 && strcmp(name + length - 4, ".bsp") == 0;
}

int level_file_read(struct map_level *level, struct files *files, const char *name,
                    struct format_error *err)
{
    char path[256];
    struct files_ref ref;
    *level = (struct map_level){.is_there = false};
    const bool whole = level_file_is_one(name);
    const int length = snprintf(path, sizeof(path), "%s%s%s", strchr(name, '/') ? "" : "maps/",
                                name, whole ? "" : ".bsp");
    if (name[0] == '\0' || length < 0 || (size_t)length >= sizeof(path)) {
        return format_fail(err, FORMAT_MISSING, 0, "the demo does not tell its name");
    }
    int code = files ? files_get(files, path, &ref) : FORMAT_MISSING;
    if (code == FORMAT_MISSING && files && files_lacked_memory(files)) { /* it may be there */
        code = FORMAT_MEMORY;
    }
    if (code == FORMAT_MEMORY) {
        return format_fail(err, code, 0, "out of memory");
    }
    if (code < 0) {
        return format_fail(err, code, 0, "%.120s is not in the game data", path);
    }
    code = map_level_read(level, ref.data, ref.size, err);
    files_release(files, &ref);
    return code;
}

static int read_path(struct map_level *level, const char *path, struct format_error *err)
{
    struct file_bytes file;
    if (platform_read_file(path, &file) < 0) {
        return format_fail(err, errno == ENOENT ? FORMAT_MISSING : FORMAT_UNREADABLE, 0, "%s",
                           strerror(errno));
    }
    const int code = map_level_read(level, file.data, file.size, err);
    platform_free_file(&file);
    return code;
}

int level_file_find(struct map_level *level, const char *name, const struct demo_search *search,
                    struct format_error *err)
{
    /* In this order demos are looked for, too: demo_source. The last one is the built-in data. */
    static const struct {
        const char *base, *layer;
        bool builtin;
    } places[] = {{NULL, NULL, false},
                  {NULL, "qw", false},
                  {"baseq3", NULL, false},
                  {"baseoa", NULL, false},
                  {NULL, NULL, true}};
    static const char prefix[] = "builtin:";
    const bool builtin = strncmp(name, prefix, strlen(prefix)) == 0;
    int code = FORMAT_MISSING;
    if (level_file_is_one(name) && platform_is_file(name)) {
        return read_path(level, name, err);
    }
    for (size_t i = 0; i < sizeof(places) / sizeof(places[0]) && code == FORMAT_MISSING; i++) {
        struct game_files game;
        const struct game_files_options options = {.search = {.basedir = search->basedir,
                                                              .game = search->game,
                                                              .remembered = search->remembered,
                                                              .base = places[i].base,
                                                              .layers = {places[i].layer}},
                                                   .builtin = places[i].builtin};
        if (builtin && !places[i].builtin) {
            continue;
        }
        code = game_files_open(&game, &options, err);
        if (code == 0) {
            code = level_file_read(level, game.files, builtin ? name + strlen(prefix) : name, err);
            game_files_close(&game);
        } else if (code != FORMAT_MEMORY) {
            code = FORMAT_MISSING; /* no data of that game */
        }
    }
    if (code == FORMAT_MISSING) {
        (void)format_fail(err, code, 0, "neither a demo nor a level of the game data");
    }
    return code;
}
