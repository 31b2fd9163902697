#include "engine/playback/ghost/ghost_set.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/playback/demo_place.h"
#include "engine/playback/ghost/ghost_align.h"
#include "formats/base/hash64.h"

/* A ghost that never comes nearer than this to a place was never there: there is no lead. */
#define SAME_PLACE_UNITS 128.0
/* A split is shown for so long. */
#define SPLIT_SECONDS 4.0

/* --- reading one ------------------------------------------------------------------------------ */

/* "demos/run.dem.gz" -> "run" */
static void name_ghost(struct ghost *ghost)
{
    const char *slash = strrchr(ghost->source, '/');
    char name[DEMO_GHOST_NAME];
    snprintf(name, sizeof(name), "%s", slash && slash[1] ? slash + 1 : ghost->source);
    name[1 + strcspn(name + (name[0] != '\0'), ".")] = '\0';
    demo_plain_text(ghost->name, sizeof(ghost->name), name);
}

static int fail(const struct ghost *ghost, int code, struct format_error *err, const char *what)
{
    return format_fail(err, code, 0, "ghost %.80s: %.100s", ghost->source, what);
}

static int match_splits(struct ghost *ghost, const struct demo_run *own)
{
    ghost->splits = calloc(own->num_splits + 1, sizeof(*ghost->splits));
    for (size_t i = 0; ghost->splits && i < own->num_splits; i++) {
        const struct run_split *mine = &own->splits[i];
        const struct ghost_level *level = &ghost->levels[mine->level];
        const struct run_split *other =
            level->other > 0 ? demo_run_find(&ghost->run, level->other - 1, mine) : NULL;
        if (other) {
            ghost->splits[ghost->num_splits++] =
                (struct ghost_split){.own = mine,
                                     .time = mine->time - level->anchor,
                                     .other_time = other->time - level->other_anchor,
                                     .at = mine->time};
        }
    }
    return ghost->splits ? 0 : FORMAT_MEMORY;
}

/* Reads the run of a ghost's demo that is open, and aligns it. */
static int read_run(struct ghost *ghost, const struct demo_run *own, const struct ghost_side *sides,
                    const struct ghost_options *options, struct format_error *err)
{
    int status = demo_run_read(&ghost->run, sides[1].timeline, options->player);
    if (status == 0 && ghost->run.path.num_levels == 0) {
        return fail(ghost, FORMAT_BAD, err,
                    options->player ? "no such player runs in it" : "no player runs in it");
    }
    ghost->levels = calloc(own->path.num_levels + 1, sizeof(*ghost->levels));
    status = status == 0 && !ghost->levels ? FORMAT_MEMORY : status;
    if (status == 0) {
        char why[128];
        const struct ghost_pair pair = {.own = own, .other = &ghost->run, .sides = sides};
        status = ghost_align(ghost->levels, &pair, options, why);
        if (status < 0 && status != FORMAT_MEMORY) {
            return fail(ghost, status, err, why);
        }
    }
    status = status == 0 ? match_splits(ghost, own) : status;
    return status < 0 ? fail(ghost, status, err, "out of memory") : 0;
}

static int read_ghost(struct ghost_set *set, struct ghost *ghost, const struct ghost_side *own,
                      const struct ghost_options *options, const struct demo_search *search,
                      struct format_error *err)
{
    static const struct timeline_options index = {.key_frame_bytes = 0};
    struct demo_source source;
    struct timeline *timeline;
    struct format_error inner = {0};
    int status = demo_source_open_bytes(&source, ghost->source, search, &inner);
    if (status < 0) {
        return fail(ghost, status, err, inner.what);
    }
    if (source.demo.family != own->source->demo.family) {
        char why[100];
        snprintf(why, sizeof(why), "this is a %s demo, the other one %s",
                 source.demo.family ? source.demo.family->title : "strange",
                 own->source->demo.family->title);
        demo_source_close(&source);
        return fail(ghost, FORMAT_BAD, err, why);
    }
    status = timeline_open_demo(&timeline, &source.demo, &index, &inner);
    if (status < 0) {
        demo_source_close(&source);
        return fail(ghost, status, err, inner.what);
    }
    const struct ghost_side sides[2] = {*own, {&source, timeline}};
    status = read_run(ghost, &set->own, sides, options, err);
    ghost->is_damaged = timeline_damage(timeline, &ghost->damage);
    if (source.is_torn) {
        ghost->is_damaged = true;
        ghost->damage = source.torn;
    }
    timeline_close(timeline);
    demo_source_close(&source);
    return status;
}

/* --- all -------------------------------------------------------------------------------------- */

static void free_ghost(struct ghost *ghost)
{
    free(ghost->source);
    demo_run_free(&ghost->run);
    free(ghost->levels);
    free(ghost->splits);
    *ghost = (struct ghost){0};
}

/* Adds the ghost of a name that ends after `length`. */
static int add_ghost(struct ghost_set *set, const char *name, size_t length,
                     const struct ghost_side *own, const struct ghost_options *options,
                     const struct demo_search *search, struct format_error *err)
{
    if (set->count == DEMO_GHOSTS) {
        return format_fail(err, FORMAT_BAD, 0, "there are more than %d ghosts", DEMO_GHOSTS);
    }
    struct ghost *ghost = &set->ghosts[set->count++];
    ghost->source = calloc(length + 1, 1);
    if (!ghost->source) {
        return format_fail(err, FORMAT_MEMORY, 0, "out of memory");
    }
    memcpy(ghost->source, name, length);
    name_ghost(ghost);
    struct format_error inner = {0};
    const int status = read_ghost(set, ghost, own, options, search, &inner);
    if (status < 0 && options->optional && status != FORMAT_MEMORY) {
        snprintf(set->trouble, sizeof(set->trouble), "%s", inner.what);
        free_ghost(ghost);
        set->count--;
        return 0;
    }
    return status < 0 ? format_fail(err, status, 0, "%s", inner.what) : 0;
}

int ghost_set_open(struct ghost_set *set, const struct ghost_side *own, const char *player,
                   const struct ghost_options *options, const struct demo_search *search,
                   struct format_error *err)
{
    *set = (struct ghost_set){0};
    if (!options->names) {
        return 0;
    }
    int status = demo_run_read(&set->own, own->timeline, player);
    if (status < 0) {
        return format_fail(err, status, 0, "out of memory (the player's path)");
    }
    for (const char *name = options->names; status == 0;) {
        const size_t length = strcspn(name, "\n");
        status = add_ghost(set, name, length, own, options, search, err);
        if (name[length] == '\0') {
            break;
        }
        name += length + 1;
    }
    return status;
}

void ghost_set_free(struct ghost_set *set)
{
    demo_run_free(&set->own);
    for (size_t i = 0; i < set->count; i++) {
        free_ghost(&set->ghosts[i]);
    }
    *set = (struct ghost_set){0};
}

uint64_t ghost_options_hash(const struct ghost_options *options, const struct demo_search *search,
                            uint64_t hash)
{
    char *names = options->names ? strdup(options->names) : NULL;
    for (char *name = names, *next; name; name = next) {
        struct demo_source source;
        next = strchr(name, '\n');
        if (next) {
            *next++ = '\0';
        }
        if (demo_source_open_bytes(&source, name, search, NULL) == 0) {
            hash = hash64_add(hash, source.data, source.size);
            demo_source_close(&source);
        }
    }
    free(names);
    return hash;
}

/* --- at a time -------------------------------------------------------------------------------- */

static double distance(const float a[3], const float b[3])
{
    const double x = (double)a[0] - (double)b[0], y = (double)a[1] - (double)b[1],
                 z = (double)a[2] - (double)b[2];
    return sqrt(x * x + y * y + z * z);
}

void ghost_gap_at(const struct ghost_set *set, const struct ghost *ghost, double time,
                  struct ghost_gap *gap)
{
    const struct body_path *own = &set->own.path;
    struct body_place place;
    *gap = (struct ghost_gap){.units = -1.0};
    if (own->num_levels == 0) {
        return;
    }
    const size_t number = body_path_level_at(own, time);
    const struct ghost_level *level = &ghost->levels[number];
    if (level->other == 0) {
        return;
    }
    const double shift = level->other_anchor - level->anchor;
    gap->there = body_path_place(&ghost->run.path, level->other - 1, time + shift, &gap->place);
    if (!body_path_place(own, number, time, &place)) {
        return;
    }
    if (gap->there) {
        gap->units = distance(place.origin, gap->place.origin);
    }
    double when;
    const double away =
        body_path_nearest(&ghost->run.path, level->other - 1, place.origin, time + shift, &when);
    gap->has_lead = away >= 0.0 && away <= SAME_PLACE_UNITS;
    gap->lead = gap->has_lead ? when - shift - time : 0.0;
}

/* The last split that is shown at a time; NULL = none. */
static const struct ghost_split *find_split(const struct ghost *ghost, double time)
{
    const struct ghost_split *found = NULL;
    for (size_t i = 0; i < ghost->num_splits && ghost->splits[i].at <= time; i++) {
        found = &ghost->splits[i];
    }
    return found && time - found->at < SPLIT_SECONDS ? found : NULL;
}

static void fill_ghost(const struct ghost_set *set, const struct ghost *from, double time,
                       struct demo_ghost *to)
{
    struct ghost_gap gap;
    ghost_gap_at(set, from, time, &gap);
    *to = (struct demo_ghost){
        .there = gap.there, .has_lead = gap.has_lead, .lead = gap.lead, .units = gap.units};
    memcpy(to->name, from->name, sizeof(to->name));
    if (gap.there) {
        const size_t number = body_path_level_at(&set->own.path, time);
        const struct body_path_level *level =
            &from->run.path.levels[from->levels[number].other - 1];
        memcpy(to->origin, gap.place.origin, sizeof(to->origin));
        memcpy(to->angles, gap.place.angles, sizeof(to->angles));
        to->frame = gap.place.frame;
        to->old_frame = gap.place.old_frame;
        to->torso = gap.place.torso;
        to->frame_age = gap.place.frame_age;
        to->torso_age = gap.place.torso_age;
        to->shirt = level->shirt;
        to->trousers = level->trousers;
    }
    const struct ghost_split *split = find_split(from, time);
    if (split) {
        to->has_split = true;
        to->split_lead = split->other_time - split->time;
        memcpy(to->split, split->own->name, sizeof(to->split));
    }
}

uint32_t ghost_set_at(const struct ghost_set *set, double time,
                      struct demo_ghost ghosts[DEMO_GHOSTS])
{
    for (size_t i = 0; i < set->count; i++) {
        fill_ghost(set, &set->ghosts[i], time, &ghosts[i]);
    }
    return (uint32_t)set->count;
}
