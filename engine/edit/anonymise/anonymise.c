#include "engine/edit/anonymise/anonymise.h"

#include <stdlib.h>

#include "engine/edit/anonymise/anon_walk.h"
#include "engine/edit/edit_cut.h"
#include "engine/netquake/nq_family.h"
#include "engine/playback/families.h"
#include "engine/quake3/q3_family.h"
#include "engine/quakeworld/qw_family.h"
#include "formats/parts/part_note.h"

/* A walk of a family. */
struct walker {
    const struct demo_family *family;
    int (*walk)(struct anon_walk *walk, const struct demo *demo, struct format_error *err);
    unsigned codes;
    bool plain; /* texts stand in the file as they are */
};

static const struct walker walkers[] = {
    {&netquake_family, anon_walk_netquake, ANON_GLYPHS, true},
    {&quake3_family, anon_walk_quake3, ANON_HAT_CODES, false},
    {&quakeworld_family, anon_walk_quakeworld, ANON_GLYPHS | ANON_AND_CODES, true},
};

static const struct walker *find_walker(const struct demo_family *family)
{
    for (size_t i = 0; i < sizeof(walkers) / sizeof(walkers[0]); i++) {
        if (walkers[i].family == family) {
            return &walkers[i];
        }
    }
    return NULL;
}

bool anonymise_knows(const struct demo_family *family)
{
    return find_walker(family) != NULL;
}

static int no_memory(struct format_error *err)
{
    return format_fail(err, FORMAT_MEMORY, 0, "out of memory");
}

static int run_walk(const struct walker *walker, struct anon_walk *walk, const struct demo *demo,
                    struct format_error *err)
{
    const int code = walker->walk(walk, demo, err);
    return walk->text.no_memory || walk->text.out.failed || walk->block.failed ||
                   (walk->out && walk->out->failed)
               ? no_memory(err)
               : code;
}

static void walk_free(struct anon_walk *walk)
{
    anon_text_free(&walk->text);
    byte_writer_free(&walk->block);
}

/* --- search -------------------------------------------------------------------------------------
 */

enum { SEARCHED_LETTERS = 7, WINDOW = 1 << 16, OVERLAP = 1 << 11 };

struct search {
    const struct anon_text *text;
    size_t window, size; /* of the bytes being searched, and of all */
    size_t next;         /* kept places before it are behind */
    size_t found;
};

/* A name in a window is one if the window does not cut what is around it. */
static int note_found(void *context, const struct anon_place *place)
{
    struct search *s = context;
    const struct anon_place at = {s->window + place->begin, s->window + place->end};
    const size_t end = s->window + WINDOW < s->size ? s->window + WINDOW : s->size;
    if ((place->begin == 0 && s->window > 0) || (at.end == end && end < s->size)) {
        return 0;
    }
    while (s->next < s->text->num_kept && s->text->kept[s->next].end < at.end) {
        s->next++;
    }
    if (s->next < s->text->num_kept && s->text->kept[s->next].begin <= at.begin) {
        return 0;
    }
    s->found = at.begin;
    return 1;
}

/* Searches all bytes. Returns 1 with s->found set, 0 or FORMAT_MEMORY. */
static int search_bytes(struct search *s, struct anon_names *names, const uint8_t *data)
{
    int code = 0;
    for (s->window = 0; s->window < s->size && code == 0; s->window += WINDOW - OVERLAP) {
        const size_t left = s->size - s->window;
        size_t again = s->next; /* the overlap's places count once more */
        code = anon_names_search(names, data + s->window, left < WINDOW ? left : WINDOW,
                                 ANON_GLYPHS, SEARCHED_LETTERS, note_found, s);
        while (again > 0 && s->text->kept[again - 1].end > s->window) {
            again--;
        }
        s->next = again;
    }
    return code;
}

static int fail_left(struct anonymise_report *report, struct format_error *err, size_t offset)
{
    report->left = true;
    return format_fail(err, FORMAT_BAD, offset, "a name is left; nothing is written");
}

/* Reads the result as a demo and rewrites it: that must change nothing. */
static int search_demo(struct anon_names *names, const struct walker *walker,
                       const struct demo *made, bool teams, const struct byte_writer *out,
                       struct anonymise_report *report, struct format_error *err)
{
    struct byte_writer again = {0};
    struct anon_walk walk = {.out = &again};
    anon_text_begin(&walk.text, names, walker->codes, teams);
    walk.text.base = out->data;
    walk.text.base_size = out->size;
    int code = run_walk(walker, &walk, made, err);
    if (code == FORMAT_MEMORY) {
        /* said already */
    } else if (walk.text.replaced > 0 || walk.text.addresses > 0 || walk.voice > 0) {
        code = fail_left(report, err, 0);
    } else {
        struct search s = {.text = &walk.text, .size = out->size};
        code = walker->plain ? search_bytes(&s, names, out->data) : 0;
        code = code == FORMAT_MEMORY ? no_memory(err)
               : code > 0            ? fail_left(report, err, s.found)
                                     : 0;
    }
    walk_free(&walk);
    byte_writer_free(&again);
    return code;
}

static int search_result(struct anon_names *names, const struct walker *walker, const char *name,
                         bool teams, const struct byte_writer *out, struct anonymise_report *report,
                         struct format_error *err)
{
    struct demo made;
    int code;
    if (demo_open(&made, out->data, out->size, name) < 0 || made.family != walker->family) {
        code = made.code == FORMAT_MEMORY
                   ? no_memory(err)
                   : format_fail(err, FORMAT_BAD, 0, "the result is no demo: %s", made.error.what);
        report->left = true;
    } else {
        code = search_demo(names, walker, &made, teams, out, report, err);
    }
    demo_close(&made);
    return code;
}

/* --- the whole ----------------------------------------------------------------------------------
 */

static int collect(struct anon_names *names, const struct walker *walker, const struct demo *demo,
                   bool teams)
{
    struct anon_walk walk = {0};
    struct format_error err; /* damage is told when the demo is written */
    anon_text_begin(&walk.text, names, walker->codes, teams);
    walk.text.collecting = true;
    const int code = run_walk(walker, &walk, demo, &err);
    walk_free(&walk);
    return code == FORMAT_MEMORY ? code : 0;
}

/* As anonymise_demo, of a demo without notes of parts. */
static int anonymise_plain(struct anon_names *names, const struct demo *demo, const char *name,
                           bool teams, struct byte_writer *out, struct anonymise_report *report,
                           struct format_error *err)
{
    const struct walker *walker = find_walker(demo->family);
    const size_t begin = out->size;
    struct anon_walk walk = {.out = out};
    struct format_error searched;
    if (!walker) {
        return format_fail(err, FORMAT_UNKNOWN, 0, "demos of that game cannot be rewritten");
    }
    if (collect(names, walker, demo, teams) < 0) {
        return no_memory(err);
    }
    int code = anon_names_finish(names, err);
    if (code < 0) {
        return code;
    }
    anon_text_begin(&walk.text, names, walker->codes, teams);
    code = run_walk(walker, &walk, demo, err);
    report->replaced = walk.text.replaced;
    report->addresses = walk.text.addresses;
    report->voice = walk.voice;
    edit_drop_head(demo, begin, out);
    if (code == FORMAT_MEMORY || walk.too_long) {
        out->size = 0;
    } else if (out->size > 0) {
        const int left = search_result(names, walker, name, teams, out, report, &searched);
        if (left < 0) {
            out->size = 0;
            code = left;
            *err = searched;
        }
    }
    walk_free(&walk);
    return code;
}

/* A note has bytes of the demo, and so names. Parts of parts have several, but not many. */
enum { NOTES_MOST = 16 };

static size_t size_without_notes(const struct demo *demo)
{
    size_t size = demo->size;
    for (int i = 0; i < NOTES_MOST; i++) {
        size = part_note_skip(demo->data, size);
    }
    return size;
}

int anonymise_demo(struct anon_names *names, const struct demo *demo, const char *name, bool teams,
                   struct byte_writer *out, struct anonymise_report *report,
                   struct format_error *err)
{
    const size_t size = size_without_notes(demo);
    struct demo part;
    *report = (struct anonymise_report){0};
    if (size == demo->size) {
        return anonymise_plain(names, demo, name, teams, out, report, err);
    }
    if (part_note_skip(demo->data, size) < size) {
        return format_fail(err, FORMAT_BAD, size, "behind the demo are more than %d notes of parts",
                           (int)NOTES_MOST);
    }
    int code = demo_open(&part, demo->data, size, name);
    if (code < 0) {
        *err = part.error;
    } else {
        code = anonymise_plain(names, &part, name, teams, out, report, err);
    }
    demo_close(&part);
    return code;
}
