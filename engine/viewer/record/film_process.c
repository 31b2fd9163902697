#include "engine/viewer/record/film_process.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "formats/base/terminal_text.h"

#define OWN_NAME "quakereel: "

int film_process_begin(struct film_process *film, const char *program,
                       const struct render_argv *argv)
{
    const char *list[RENDER_ARGV_MAX + 3];
    const char *own[RENDER_ARGV_MAX + 2];
    *film = (struct film_process){0};
    render_argv_list(argv, "quakereel", own);
    /* After "render", since a "--" may follow. */
    list[0] = own[0];
    list[1] = own[1];
    list[2] = "--progress";
    for (size_t i = 2; i <= argv->count + 1; i++) {
        list[i + 1] = own[i];
    }
    if (process_launch_behind(&film->process, program, list) < 0) {
        return -1;
    }
    film->runs = true;
    return 0;
}

/* Handles a line of its output. Returns true if it is progress. */
static bool take_line(struct film_process *film)
{
    uint64_t frames, all, bytes;
    if (sscanf(film->line, "progress %" SCNu64 " %" SCNu64 " %" SCNu64, &frames, &all, &bytes) ==
        3) {
        film->frames = frames;
        film->all = all;
        film->bytes = bytes;
        return true;
    }
    const char *line = film->line;
    line += strncmp(line, OWN_NAME, sizeof(OWN_NAME) - 1) == 0 ? sizeof(OWN_NAME) - 1 : 0;
    if (line[0] != '\0') {
        memcpy(film->said[0], film->said[1], sizeof(film->said[0]));
        terminal_text(film->said[1], sizeof(film->said[1]), line);
    }
    return false;
}

static bool take_bytes(struct film_process *film, const char *bytes, size_t count)
{
    bool news = false;
    for (size_t i = 0; i < count; i++) {
        if (bytes[i] == '\n') {
            film->line[film->used] = '\0';
            news |= take_line(film);
            film->used = 0;
        } else if (film->used + 1 < sizeof(film->line)) {
            film->line[film->used++] = bytes[i];
        }
    }
    return news;
}

static enum film_process_state finish(struct film_process *film)
{
    const bool good = process_finish(&film->process);
    film->runs = false;
    return good ? FILM_PROCESS_DONE : FILM_PROCESS_FAILED;
}

enum film_process_state film_process_follow(struct film_process *film, bool *news)
{
    char bytes[512];
    long got;
    *news = false;
    while ((got = process_listen(&film->process, bytes, sizeof(bytes), false)) > 0) {
        *news |= take_bytes(film, bytes, (size_t)got);
    }
    return got == 0 ? FILM_PROCESS_RUNS : finish(film);
}

void film_process_ask_to_end(struct film_process *film)
{
    if (film->runs && !film->asked) {
        film->asked = true;
        process_ask_to_end(film->process.id);
    }
}

enum film_process_state film_process_end(struct film_process *film)
{
    char bytes[512];
    long got;
    film_process_ask_to_end(film);
    while ((got = process_listen(&film->process, bytes, sizeof(bytes), true)) > 0) {
        (void)take_bytes(film, bytes, (size_t)got);
    }
    return finish(film);
}

void film_process_said(const struct film_process *film, char *text, size_t size)
{
    snprintf(text, size, "%s%s%s", film->said[0], film->said[0][0] ? "; " : "", film->said[1]);
}
