#include "engine/playback/beside/beside.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/playback/demo_place.h"
#include "engine/playback/playback_context.h"
#include "render/limits.h"

enum { MARKS = 1024 };

bool beside_is_asked(const struct beside_options *options)
{
    return options->name || options->at || options->offset != 0.0;
}

static int gain_of(const struct beside_options *options)
{
    return options->gain > 0 ? options->gain : BESIDE_GAIN;
}

/* --- opening ---------------------------------------------------------------------------------- */

/* "demos/run.dem" -> "run.dem" */
static void name_demo(char name[BESIDE_NAME], const char *source)
{
    const char *slash = source ? strrchr(source, '/') : NULL;
    demo_plain_text(name, BESIDE_NAME, slash && slash[1] ? slash + 1 : source ? source : "demo");
}

/* The first's settings, but for what belongs to its demo. */
static struct playback_options options_of(const struct playback_context *first)
{
    struct playback_options options = first->options;
    options.follow = first->options.beside.follow;
    options.camera_path = NULL;
    options.ghosts = (struct ghost_options){0};
    options.beside = (struct beside_options){0};
    options.views.others = NULL;
    options.summary = options.end_summary = false;
    return options;
}

/* Another head on the first's timeline. */
static int share_demo(struct beside *beside, const struct playback_context *first)
{
    struct playback_context *other = beside->other;
    *other = (struct playback_context){.source = first->source,
                                       .scene_options = first->scene_options,
                                       .options = options_of(first),
                                       .summary_from = INFINITY};
    beside->is_same = true;
    other->follow = other->options.follow;
    other->scene_options.follow = 0;
    view_set_begin(&other->views, &other->options.views, first->views.one_view);
    return timeline_open_head(&other->timeline, first->timeline);
}

/* *same: the name is that of the demo that plays, or of a copy. */
static int compare_demo(const char *name, const struct playback_context *first, bool *same,
                        struct format_error *err)
{
    struct demo_source source;
    const int status = demo_source_open_bytes(&source, name, &first->options.search, err);
    if (status == 0) {
        *same = source.size == first->source.size &&
                memcmp(source.data, first->source.data, source.size) == 0;
        demo_source_close(&source);
    }
    return status;
}

static int open_demo(struct beside *beside, const struct playback_context *first,
                     struct format_error *err)
{
    static const struct timeline_options index = {.key_frame_bytes = TIMELINE_KEY_FRAME_BYTES,
                                                  .background = true};
    const char *name = first->options.beside.name;
    bool same = name == NULL;
    int status = same ? 0 : compare_demo(name, first, &same, err);
    if (status < 0) {
        return status;
    }
    if (same) {
        status = share_demo(beside, first);
        return status < 0 ? format_fail(err, status, 0, "out of memory") : 0;
    }
    const struct playback_options options = options_of(first);
    return playback_open(beside->other, name, &options, &index, err);
}

/* --- times ------------------------------------------------------------------------------------ */

static int find_moment(struct beside *beside, const struct playback_context *first,
                       struct format_error *err)
{
    const struct playback_context *other = beside->other;
    const struct ghost_options *ghosts = &first->options.ghosts;
    const char *at = first->options.beside.at;
    struct demo_mark marks[MARKS];
    struct demo_places places = {.timeline = other->timeline, .length = INFINITY, .marks = marks};
    struct demo_place_found found;
    if (demo_place_needs_index(at)) {
        if (timeline_wait(other->timeline, false) < 0) {
            return format_fail(err, FORMAT_MEMORY, 0, "out of memory");
        }
        places.length = timeline_length(other->timeline);
    }
    if (ghosts->find_marks && demo_place_is_mark(at)) {
        places.num_marks = ghosts->find_marks(other->source.data, other->source.size, marks, MARKS);
    }
    if (demo_place_find(at, &places, &found) == DEMO_PLACE_MISSING) {
        return format_fail(err, FORMAT_BAD, 0, "there is no %.60s in it", at);
    }
    beside->stays = true;
    beside->moment = found.seconds;
    return 0;
}

/* The levels of one demo are aligned with themselves. */
static int align(struct beside *beside, const struct playback_context *first,
                 struct format_error *err)
{
    const struct playback_context *other = beside->other;
    const struct ghost_side sides[2] = {{&first->source, first->timeline},
                                        {&other->source, other->timeline}};
    const char *const players[2] = {first->options.follow, other->options.follow};
    char why[BESIDE_WHY];
    if (beside->is_same && ghost_align_is_by_level(first->options.ghosts.align)) {
        return 0;
    }
    const int status =
        beside_clock_make(&beside->clock, sides, players, &first->options.ghosts, why);
    if (status < 0) {
        return format_fail(err, status, 0, "%s", status == FORMAT_MEMORY ? "out of memory" : why);
    }
    if (why[0]) {
        snprintf(beside->note, BESIDE_TEXT,
                 "beside %.120s: aligned at the beginning of both demos: %s", other->source.name,
                 why);
    }
    return 0;
}

static double time_of(const struct beside *beside, const struct playback_context *first)
{
    return beside->stays
               ? beside->moment
               : beside_clock_at(&beside->clock, timeline_time(first->timeline)) + beside->offset;
}

/* --- all -------------------------------------------------------------------------------------- */

static struct beside *create(const struct playback_context *first)
{
    struct beside *beside = calloc(1, sizeof(*beside));
    if (beside) {
        beside->other = calloc(1, sizeof(*beside->other));
        beside->offset = first->options.beside.offset;
        name_demo(beside->names[0], first->source.name);
    }
    if (beside && !beside->other) {
        free(beside);
        return NULL;
    }
    return beside;
}

void beside_close(struct beside *beside)
{
    if (!beside) {
        return;
    }
    if (beside->is_same) {
        beside->other->source = (struct demo_source){0}; /* it is the first's */
    }
    playback_close(beside->other);
    free(beside->other);
    beside_clock_free(&beside->clock);
    osd_font_free(&beside->font);
    free(beside->pixels);
    free(beside);
}

int beside_open(struct beside **to, const struct playback_context *first, struct format_error *err)
{
    const struct beside_options *options = &first->options.beside;
    struct beside *beside = create(first);
    struct format_error inner = {0};
    *to = NULL;
    if (!beside) {
        return format_fail(err, FORMAT_MEMORY, 0, "out of memory");
    }
    int status = open_demo(beside, first, &inner);
    if (status == 0) {
        const char *name = options->name ? options->name : first->source.name;
        name_demo(beside->names[1], name);
        status = options->at ? find_moment(beside, first, &inner) : align(beside, first, &inner);
    }
    if (status < 0) {
        beside_close(beside);
        return options->name
                   ? format_fail(err, status, 0, "beside %.80s: %.200s", options->name, inner.what)
                   : format_fail(err, status, 0, "beside: %.200s", inner.what);
    }
    *to = beside;
    return 0;
}

int beside_keep_moment(struct beside **to, const struct playback_context *first, double time)
{
    if (!*to || !(*to)->is_same) {
        struct beside *beside = create(first);
        if (!beside || share_demo(beside, first) < 0) {
            beside_close(beside);
            return FORMAT_MEMORY;
        }
        memcpy(beside->names[1], beside->names[0], BESIDE_NAME);
        beside_close(*to);
        *to = beside;
    }
    (*to)->stays = true;
    (*to)->moment = time;
    return 0;
}

/* --- the frame -------------------------------------------------------------------------------- */

static bool parts_fit(const struct beside *beside, const struct playback_context *first)
{
    const bool small = first->source.quake3 && beside->other->source.quake3;
    bool fit = true;
    for (int i = 0; i < 2; i++) {
        fit = fit && beside->parts[i].width >= (small ? RENDER_RGB_MIN : RENDER_MIN_WIDTH) &&
              beside->parts[i].height >= (small ? RENDER_RGB_MIN : RENDER_MIN_HEIGHT);
    }
    return fit;
}

/* Labels have rows of their own, above each part, where it stays large enough. */
static void take_label_rows(struct beside *beside, const struct playback_context *first)
{
    const struct playback_part before[2] = {beside->parts[0], beside->parts[1]};
    beside->label_rows = beside->has_labels ? beside_label_rows(before[0]) : 0;
    for (int i = 0; i < 2; i++) {
        beside->parts[i].top += beside->label_rows;
        beside->parts[i].height -= beside->label_rows;
    }
    if (beside->label_rows > 0 && !parts_fit(beside, first)) {
        memcpy(beside->parts, before, sizeof(before));
        beside->label_rows = 0;
    }
}

static void lay_out(struct beside *beside, const struct playback_context *first, int width,
                    int height)
{
    const struct beside_options *options = &first->options.beside;
    const struct playback_part whole = {0, 0, width, height};
    beside->width = width;
    beside->height = height;
    beside->is_difference = options->difference;
    struct playback_part halves[VIEWS_MAX];
    view_layout_parts(VIEW_GRID, 2, width, height, halves);
    for (int i = 0; i < 2; i++) {
        beside->parts[i] = options->difference ? whole : halves[i];
    }
    beside->has_labels = scene_options_have_hud(&first->scene_options);
    take_label_rows(beside, first);
    beside->is_small = !options->hidden && !parts_fit(beside, first);
    beside->is_drawn = !options->hidden && !beside->is_small;
    if (!beside->is_drawn) {
        beside->parts[0] = whole;
    }
}

bool beside_labels_change(const struct beside *beside, const struct playback_context *first)
{
    return beside->has_labels != scene_options_have_hud(&first->scene_options);
}

int beside_set_size(struct beside *beside, const struct playback_context *first, int width,
                    int height, struct playback_part *part)
{
    struct playback_context *other = beside->other;
    lay_out(beside, first, width, height);
    free(beside->pixels);
    beside->pixels = NULL;
    *part = beside->parts[0];
    if (!beside->is_drawn) {
        return 0;
    }
    other->options.threads = first->options.threads;
    other->options.scale = first->options.scale;
    other->options.views = first->options.views;
    other->options.views.others = NULL;
    (void)playback_set_look(other, first->options.look);
    other->views.is_part = !beside->is_difference || beside->label_rows > 0;
    return playback_set_size(other, beside->parts[1].width, beside->parts[1].height);
}

/* The first's settings of this frame. One camera for both: what differs are the demos. */
static void follow_settings(struct beside *beside, const struct playback_context *first)
{
    struct scene_options *to = &beside->other->scene_options;
    const struct scene_options *from = &first->scene_options;
    const struct playback_part part = beside->parts[1];
    const int covered = from->covered - (beside->height - part.top - part.height);
    to->camera = from->camera;
    to->fov = from->fov;
    to->hud = from->hud;
    to->hidden_blends = from->hidden_blends;
    to->covered = covered > 0 ? covered : 0;
    if (timeline_family(first->timeline) == timeline_family(beside->other->timeline)) {
        playback_set_light(beside->other, first->options.light);
    }
}

/* Why the second stands still; "" = it does not. */
static const char *idle_state(const struct beside *beside, double time)
{
    const struct timeline_extent extent = timeline_extent(beside->other->timeline);
    return time < 0.0 ? "not begun" : extent.complete && time > extent.length ? "ended" : "";
}

/* Both in one line. */
static int label_difference(const struct beside *beside, const struct beside_options *options,
                            const struct osd_canvas *canvas, const double times[2],
                            const char *state)
{
    char labels[2][BESIDE_LABEL], line[3 * BESIDE_LABEL], what[32];
    const size_t used =
        (size_t)snprintf(what, sizeof(what), " | difference x%d", gain_of(options)) + 3;
    const size_t room = beside_label_room(beside->parts[0]);
    const size_t each = room > used ? (room - used) / 2 : 0;
    beside_label(labels[0], beside->names[0], times[0], "", each);
    beside_label(labels[1], beside->names[1], times[1], state, each);
    snprintf(line, sizeof(line), "%s - %s%s", labels[0], labels[1], what);
    return beside_draw_label(canvas, beside->parts[0], beside->label_rows, line);
}

static int label_halves(const struct beside *beside, const struct osd_canvas *canvas,
                        const double times[2], const char *state)
{
    int status = 0;
    for (int i = 0; i < 2 && status == 0; i++) {
        const struct playback_part part = beside->parts[i];
        char label[BESIDE_LABEL];
        beside_label(label, beside->names[i], times[i], i == 1 ? state : "",
                     beside_label_room(part));
        status = beside_draw_label(canvas, part, beside->label_rows, label);
    }
    return status;
}

/* Completes pixels that hold the first and, beside it, the second. */
static int finish(struct beside *beside, const struct playback_context *first, uint32_t *pixels,
                  size_t pitch)
{
    const struct osd_canvas canvas = {.pixels = pixels,
                                      .pitch = pitch,
                                      .width = beside->width,
                                      .height = beside->height,
                                      .font = &beside->font};
    const struct beside_options *options = &first->options.beside;
    const double time = time_of(beside, first), length = timeline_length(beside->other->timeline);
    const double times[2] = {timeline_time(first->timeline), fmax(0.0, fmin(time, length))};
    const char *state = idle_state(beside, time);
    const struct playback_part second_part = beside->parts[1];
    const int rows = beside->label_rows;
    if (beside->is_difference) {
        struct render_frame second;
        if (playback_frame(beside->other, &second) < 0) {
            return FORMAT_MEMORY;
        }
        beside_draw_difference(pixels + (size_t)second_part.top * pitch, pitch, second.pixels,
                               second.pitch, second_part.width, second_part.height,
                               gain_of(options));
        return beside->has_labels ? label_difference(beside, options, &canvas, times, state) : 0;
    }
    if (state[0]) {
        beside_dim(pixels, pitch, second_part);
    }
    if (beside->has_labels && label_halves(beside, &canvas, times, state) < 0) {
        return FORMAT_MEMORY;
    }
    beside_draw_line(pixels, pitch, beside->width, beside->height,
                     (struct playback_part){second_part.left, second_part.top - rows,
                                            second_part.width, second_part.height + rows});
    return 0;
}

int beside_draw(struct beside *beside, const struct playback_context *first, uint32_t *target,
                size_t pitch)
{
    const struct playback_part part = beside->parts[1];
    uint32_t *to = target && !beside->is_difference
                       ? target + (size_t)part.top * pitch + (size_t)part.left
                       : NULL;
    if (!beside->is_drawn) {
        return 0;
    }
    follow_settings(beside, first);
    int status = playback_go_time(beside->other, fmax(0.0, time_of(beside, first)));
    if (status == 0) {
        status = playback_draw(beside->other, to, pitch);
    }
    return status == 0 && target ? finish(beside, first, target, pitch) : status;
}

static void copy_part(const struct beside *beside, struct playback_part part,
                      const struct render_frame *from)
{
    const size_t width = (size_t)beside->width;
    for (int y = 0; y < part.height; y++) {
        memcpy(beside->pixels + (size_t)(part.top + y) * width + (size_t)part.left,
               from->pixels + (size_t)y * from->pitch,
               (size_t)part.width * sizeof(*beside->pixels));
    }
}

int beside_frame(struct beside *beside, const struct playback_context *first,
                 struct render_frame *frame)
{
    const size_t width = (size_t)beside->width;
    struct render_frame second;
    if (!beside->is_drawn) {
        return 0;
    }
    if (!beside->pixels) {
        beside->pixels = malloc(width * (size_t)beside->height * sizeof(*beside->pixels));
    }
    if (!beside->pixels) {
        return FORMAT_MEMORY;
    }
    copy_part(beside, beside->parts[0], frame);
    if (!beside->is_difference) {
        if (playback_frame(beside->other, &second) < 0) {
            return FORMAT_MEMORY;
        }
        copy_part(beside, beside->parts[1], &second);
    }
    *frame = (struct render_frame){beside->width, beside->height, width, beside->pixels};
    return finish(beside, first, beside->pixels, width);
}

uint64_t beside_hash(const struct beside *beside, uint64_t alone)
{
    const uint64_t second = beside->is_drawn ? playback_hash(beside->other) : 0;
    return beside->is_drawn ? ((alone << 7 | alone >> 57) ^ second) * UINT64_C(0x9e3779b97f4a7c15)
                            : alone;
}
