/* The line about what is on disk of an unfinished film. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "engine/commands/render_film.h"
#include "tests/support/command.h"
#include "tests/support/scratch.h"

TestSuite(render_result, .init = scratch_set_up, .fini = scratch_tear_down);

static struct film_format format;
static struct render_result result;

static int tell(int argc, char **argv)
{
    (void)argc, (void)argv;
    render_result_tell(&format, (struct film_piece){10, 70}, &result);
    return 0;
}

/* Expects a line that begins with the film's path and goes on like this; NULL: none. */
static void expect_line(enum film_kind kind, const char *path, uint64_t frames, bool part,
                        const char *rest)
{
    char line[1024] = "";
    format = (struct film_format){.kind = kind, .path = path};
    result.written.frames = frames;
    result.part = part;
    if (rest) {
        snprintf(line, sizeof(line), "quakereel: %s%s\n", path, rest);
    }
    struct command_result r = COMMAND(tell, "tell");
    cr_expect_str_eq(r.err, line);
    command_free(&r);
}

Test(render_result, files_are_named_if_they_are_there)
{
    char path[256];
    snprintf(path, sizeof(path), "%s", scratch_at("x.avi"));
    expect_line(FILM_AVI, path, 0, true, NULL);
    expect_line(FILM_AVI, "-", 12, false, NULL);
    expect_line(FILM_AVI, path, 12, true, ": no file is left of the 12 frames rendered");
    scratch_write_text("x.avi.part", "some");
    expect_line(FILM_AVI, path, 12, true, ".part holds 12 of 60 frames; --force renders all again");
    scratch_write_text("x.avi", "some");
    expect_line(FILM_AVI, path, 12, false, " holds 12 of 60 frames; --force renders all again");
    expect_line(FILM_RAW, "/dev/null", 12, true, ": 12 of 60 frames written");
    expect_line(FILM_ENCODER, "http://x.mp4", 1, true, ": no file is left of the 1 frame rendered");
    snprintf(path, sizeof(path), "%s", scratch_at("gone/x.mp4"));
    expect_line(FILM_ENCODER, path, 12, true, ": no file is left of the 12 frames rendered");
}

/* Those of earlier runs among them; what is not of this piece does not count. */
Test(render_result, pictures_are_counted)
{
    static const char *const names[] = {"p09.png", "p10.png", "p11.png", "p30.png", "p70.png"};
    char path[256];
    snprintf(path, sizeof(path), "%s", scratch_at("p%02d.png"));
    result.kept = 1;
    expect_line(FILM_PICTURES, path, 2, true,
                ": 0 of 60 pictures written; --resume writes the others");
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        scratch_write_text(names[i], "png");
    }
    expect_line(FILM_PICTURES, path, 2, true,
                ": 3 of 60 pictures written; --resume writes the others");
    result.kept = 0;
}
