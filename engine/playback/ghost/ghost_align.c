#include "engine/playback/ghost/ghost_align.h"

#include <stdio.h>
#include <string.h>

#include "engine/playback/demo_place.h"

enum { PLACE_BYTES = 128, MARKS = 1024 };

/* --- the text --------------------------------------------------------------------------------- */

/* The place for a side: of "A=B" A or B, else the whole text. False: it is too long. */
static bool take_place(const char *align, int side, char place[PLACE_BYTES])
{
    const char *equals = strchr(align, '=');
    const char *from = equals && side == 1 ? equals + 1 : align;
    const size_t length = equals && side == 0 ? (size_t)(equals - align) : strlen(from);
    if (length >= PLACE_BYTES) {
        return false;
    }
    memcpy(place, from, length);
    place[length] = '\0';
    return true;
}

bool ghost_align_is_by_level(const char *text)
{
    return !text || strcmp(text, "start") == 0 || strcmp(text, "move") == 0;
}

bool ghost_align_is_valid(const char *text)
{
    char place[PLACE_BYTES];
    return ghost_align_is_by_level(text) ||
           (take_place(text, 0, place) && demo_place_is_valid(place) &&
            take_place(text, 1, place) && demo_place_is_valid(place));
}

/* --- levels ----------------------------------------------------------------------------------- */

static bool same_level(const struct body_path *a, size_t i, const struct body_path *b, size_t k)
{
    return strcmp(a->levels[i].name, b->levels[k].name) == 0;
}

/* + 1; 0 = none. */
static size_t find_pair(const struct body_path *own, size_t level, const struct body_path *other)
{
    size_t nth = 0, seen = 0, found = 0;
    for (size_t i = 0; i <= level; i++) {
        nth += same_level(own, i, own, level);
    }
    for (size_t k = 0; k < other->num_levels && seen < nth; k++) {
        if (same_level(own, level, other, k)) {
            seen++;
            found = k + 1;
        }
    }
    return found;
}

static double start_of(const struct body_path *path, size_t level)
{
    return path->points[path->levels[level].first].time;
}

static int align_levels(struct ghost_level *levels, const struct ghost_pair *pair, bool by_move,
                        char why[128])
{
    const struct body_path *own = &pair->own->path, *other = &pair->other->path;
    bool met = false, paired = false;
    for (size_t i = 0; i < own->num_levels; i++) {
        struct ghost_level *level = &levels[i];
        const size_t k = find_pair(own, i, other);
        met |= k > 0;
        if (k == 0) {
            continue;
        }
        if (!by_move) {
            *level = (struct ghost_level){k, start_of(own, i), start_of(other, k - 1)};
        } else if (body_path_first_move(own, i, &level->anchor) &&
                   body_path_first_move(other, k - 1, &level->other_anchor)) {
            level->other = k;
        }
        paired |= level->other > 0;
    }
    if (!met) {
        snprintf(why, 128, "no level of it is played in the other demo; it has %.60s",
                 other->levels[0].name);
    } else if (!paired) {
        snprintf(why, 128, "there is no first movement in one of the two demos");
    }
    return paired ? 0 : FORMAT_BAD;
}

/* --- places ----------------------------------------------------------------------------------- */

static int find_place(const struct ghost_side *side, const char *text,
                      const struct ghost_options *options, double *time, char why[128])
{
    struct demo_mark marks[MARKS];
    struct demo_places places = {
        .timeline = side->timeline, .length = timeline_length(side->timeline), .marks = marks};
    struct demo_place_found found;
    if (options->find_marks && demo_place_is_mark(text)) {
        places.num_marks =
            options->find_marks(side->source->data, side->source->size, marks, MARKS);
    }
    if (demo_place_find(text, &places, &found) != DEMO_PLACE_FOUND) {
        snprintf(why, 128, "there is no %.40s in %.60s", text, side->source->name);
        return FORMAT_BAD;
    }
    *time = found.seconds;
    return 0;
}

static int align_places(struct ghost_level *levels, const struct ghost_pair *pair,
                        const struct ghost_options *options, char why[128])
{
    const struct body_path *own = &pair->own->path, *other = &pair->other->path;
    char place[PLACE_BYTES];
    double at[2] = {0.0, 0.0};
    for (int side = 0; side < 2; side++) {
        if (!take_place(options->align, side, place) ||
            find_place(&pair->sides[side], place, options, &at[side], why) < 0) {
            return FORMAT_BAD;
        }
    }
    const size_t i = body_path_level_at(own, at[0]), k = body_path_level_at(other, at[1]);
    if (!same_level(own, i, other, k)) {
        snprintf(why, 128, "the aligned places are on two levels, %.40s and %.40s",
                 own->levels[i].name, other->levels[k].name);
        return FORMAT_BAD;
    }
    levels[i] = (struct ghost_level){k + 1, at[0], at[1]};
    return 0;
}

int ghost_align(struct ghost_level *levels, const struct ghost_pair *pair,
                const struct ghost_options *options, char why[128])
{
    const char *align = options->align ? options->align : "start";
    why[0] = '\0';
    if (pair->own->path.num_levels == 0) {
        snprintf(why, 128, "no player runs in the demo that plays");
        return FORMAT_BAD;
    }
    return ghost_align_is_by_level(align)
               ? align_levels(levels, pair, strcmp(align, "move") == 0, why)
               : align_places(levels, pair, options, why);
}
