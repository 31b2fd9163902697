/* Every Quake III demo that can be drawn, by name: the built-in one, the recorded ones in their own
 * levels, the public ones in placeholder worlds. */
#ifndef TESTS_SUPPORT_QUAKE3_Q3_DRAWABLE_H
#define TESTS_SUPPORT_QUAKE3_Q3_DRAWABLE_H

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "engine/playback/playback_context.h"
#include "tests/support/real_data.h"

enum { Q3_DRAWABLES = 40 };

struct q3_drawable {
    char name[128]; /* "builtin:..." or a path below the real data */
};

/* One list at a time. */
static struct q3_drawable q3_drawable_list[Q3_DRAWABLES];
static size_t q3_drawable_count;
static const char *q3_drawable_folder;

static inline void q3_drawable_file(const char *name, const uint8_t *bytes, size_t size)
{
    (void)bytes;
    (void)size;
    cr_assert_lt(q3_drawable_count, (size_t)Q3_DRAWABLES);
    struct q3_drawable *at = &q3_drawable_list[q3_drawable_count++];
    snprintf(at->name, sizeof(at->name), "%s/%s", q3_drawable_folder, name);
}

/* Returns their number. Without real data: the built-in one, and the folder of the others, whose
 * test is skipped. */
static inline size_t q3_drawable_find(bool placeholders)
{
    q3_drawable_list[0] = (struct q3_drawable){"builtin:demo5"};
    q3_drawable_count = 1;
    if (!real_data_is_there()) {
        q3_drawable_list[q3_drawable_count++] = (struct q3_drawable){"quake3/recorded"};
        return q3_drawable_count;
    }
    q3_drawable_folder = "quake3/recorded";
    real_data_each(q3_drawable_folder, ".dm", q3_drawable_file);
    if (placeholders) {
        q3_drawable_folder = "quake3/corpus";
        real_data_each(q3_drawable_folder, ".dm", q3_drawable_file);
    }
    return q3_drawable_count;
}

/* With the game data that is there for it. */
static inline void q3_drawable_open(struct playback_context *player, const char *name,
                                    struct playback_options options,
                                    const struct timeline_options *index)
{
    struct real_data_name path = {{0}}, base = {{0}};
    struct format_error err = {0};
    if (strncmp(name, "builtin:", 8) == 0) {
        snprintf(path.text, sizeof(path.text), "%s", name);
    } else {
        path = real_data_path("%s", name);
        base = real_data_path("quake3");
        options.search.basedir = base.text;
    }
    cr_assert_eq(playback_open(player, path.text, &options, index, &err), 0, "%s: %s", name,
                 err.what);
}

#endif
