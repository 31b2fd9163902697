/* Complete Quake III demos: real ones compared with the states of an independent parser, rewritten,
 * cut, and damaged. */
#include <criterion/criterion.h>

#include "tests/support/q3_walk.h"
#include "tests/support/real_data.h"

static void same_lines(const char *name, const char *kind, const struct byte_writer *found)
{
    size_t size, line = 1, i = 0;
    char *expected = real_data_unpack(&size, "oracle/quake3/%s.%s.gz", name, kind);
    const char *text = found->data ? (const char *)found->data : "";
    for (; i < size && i < found->size && text[i] == expected[i]; i++) {
        line += text[i] == '\n';
    }
    cr_assert(i == size && i == found->size, "%s: %s line %zu differs", name, kind, line);
    free(expected);
}

static void check_states(const char *name, const uint8_t *data, size_t size)
{
    struct format_error err = {0};
    const int protocol = q3_detect(data, size, name);
    cr_assert_eq(protocol, q3_protocol_of_name(name), "%s: %d", name, protocol);
    struct q3_walk *walk = q3_walk_make(protocol, true, false);
    const int code = q3_walk_demo(walk, data, size, &err);
    const bool broken = strstr(name, "invalid_") || strcmp(name, "truncated.dm_73") == 0;
    cr_assert_eq(code < 0, broken, "%s: %s", name, err.what);
    same_lines(name, "snap", &walk->states);
    same_lines(name, "cmds", &walk->commands);
    cr_assert(walk->dropped == 0 && walk->others == 0 && !walk->mismatch, "%s", name);
    q3_walk_free(walk);
}

Test(q3_demo, states_match_an_independent_parser)
{
    real_data_each_q3_broken_too(check_states);
}

static void check_content(const char *name, const uint8_t *data, size_t size)
{
    const int named = q3_protocol_of_name(name);
    const int found = q3_detect(data, size, NULL);
    const struct q3_protocol *a = q3_protocol_get(named), *b = q3_protocol_get(found);
    cr_assert(b && a->entity == b->entity && a->player == b->player, "%s: %d", name, found);
    cr_assert_eq(q3_detect(data, size, "something.dem"), found);
}

Test(q3_demo, protocol_is_detected_by_content)
{
    real_data_each_q3_broken_too(check_content);
}

static size_t line_length(const struct byte_writer *lines)
{
    const uint8_t *end = memchr(lines->data, '\n', lines->size);
    return (size_t)(end - lines->data);
}

/* A rewritten demo and one cut in the middle give the same states. */
static void check_written(const char *name, const uint8_t *data, size_t size)
{
    struct format_error err = {0};
    const int protocol = q3_protocol_of_name(name);
    struct q3_walk *walk = q3_walk_make(protocol, true, true);
    struct q3_walk *back = q3_walk_make(protocol, true, false);
    (void)q3_walk_demo(walk, data, size, &err);
    cr_assert_eq(q3_walk_demo(back, walk->out.data, walk->out.size, &err), 0, "%s: %s", name,
                 err.what);
    /* Behind the first line, which counts empty configstrings. */
    cr_assert_eq(back->states.size, walk->states.size, "%s", name);
    const size_t first = walk->states.size > 0 ? line_length(&walk->states) : 0;
    cr_assert(walk->states.size == first ||
                  memcmp(walk->states.data + first, back->states.data + first,
                         walk->states.size - first) == 0,
              "%s", name);
    cr_assert_eq(back->commands.size, walk->commands.size, "%s", name);
    cr_assert(!walk->mismatch && !back->mismatch);
    /* Not all: servers also send fields whose value differs only in bits that are not sent. */
    const uint32_t all = walk->messages;
    cr_assert(walk->same_bytes >= all / 100 * 75, "%s: %u of %u", name, walk->same_bytes, all);
    q3_walk_free(walk);
    q3_walk_free(back);
}

Test(q3_demo, rewritten_demos_have_the_same_states)
{
    real_data_each_q3_broken_too(check_written);
}

/* Position of " ps=" in the n-th last line. */
static const char *line_from_end(const struct byte_writer *lines, uint32_t n)
{
    const char *p = (const char *)lines->data + lines->size;
    for (uint32_t i = 0; i <= n; i++) {
        do {
            p--;
        } while (p > (const char *)lines->data && p[-1] != '\n');
    }
    return strstr(p, " ps=");
}

static void check_cut(const char *name, const uint8_t *data, size_t size)
{
    struct format_error err = {0};
    const int protocol = q3_protocol_of_name(name);
    struct q3_walk *whole = q3_walk_make(protocol, true, false);
    (void)q3_walk_demo(whole, data, size, &err);
    struct q3_walk *cut = q3_walk_make(protocol, false, true);
    struct q3_walk *back = q3_walk_make(protocol, true, false);
    cut->cut = whole->snapshots / 3;
    (void)q3_walk_demo(cut, data, size, &err);
    cr_assert_eq(q3_walk_demo(back, cut->out.data, cut->out.size, &err), 0, "%s: %s", name,
                 err.what);
    cr_assert(back->snapshots == whole->snapshots - cut->cut && back->dropped == 0, "%s", name);
    const uint32_t lines = whole->gamestates > 1 ? 100 : back->snapshots;
    for (uint32_t i = 0; i < lines && i < 1000; i++) {
        const char *a = line_from_end(&whole->states, i), *b = line_from_end(&back->states, i);
        cr_assert(strncmp(a, b, strcspn(a, "\n")) == 0, "%s: %u from the end", name, i);
    }
    q3_walk_free(whole);
    q3_walk_free(cut);
    q3_walk_free(back);
}

Test(q3_demo, cut_demos_have_the_same_states)
{
    real_data_each_q3_broken_too(check_cut);
}

/* Cut short and with bits turned over: nothing worse than an error that names its place. Memory of
 * the exact size lets the sanitizer see a byte too many. */
static void check_damage(struct q3_walk *walk, const uint8_t *data, size_t size)
{
    struct format_error err = {0};
    uint8_t *copy = malloc(size);
    memcpy(copy, data, size);
    walk->frames.started = false;
    walk->mismatch = false;
    const int code = q3_walk_demo(walk, copy, size, &err);
    cr_assert(!walk->mismatch);
    cr_assert(code == 0 || (code < 0 && err.what[0] != '\0' && err.offset < size));
    free(copy);
}

static void damage_all(int protocol, const uint8_t *data, size_t size, uint32_t places)
{
    struct q3_walk *walk = q3_walk_make(protocol, false, false);
    uint8_t *copy = malloc(size);
    uint32_t seed = 1;
    for (uint32_t i = 0; i < places; i++) {
        check_damage(walk, data, size * i / places + 1);
    }
    for (uint32_t i = 0; i < places / 4; i++) {
        memcpy(copy, data, size);
        for (uint32_t k = 0; k <= i % 4; k++) {
            seed = seed * 1664525u + 1013904223u;
            copy[(seed >> 8) % (i % 2 ? size : size / 8)] ^= (uint8_t)(1u << (seed & 7));
        }
        check_damage(walk, copy, size);
    }
    free(copy);
    q3_walk_free(walk);
}

Test(q3_demo, real_damage_is_an_error_at_most)
{
    static const struct {
        const char *folder, *name;
        size_t most; /* bytes of it */
        uint32_t places;
    } demos[] = {{"recorded", "net_maprestart_oa_dm3.dm_68", 1 << 16, 2000},
                 {"corpus", "duel.dm3", 1 << 14, 800},
                 {"corpus", "duel.dm_48", 1 << 14, 800},
                 {"corpus", "duel.dm_91", 1 << 14, 800}};
    for (size_t i = 0; i < sizeof(demos) / sizeof(demos[0]); i++) {
        size_t size = 0;
        uint8_t *data = real_data_read(&size, "quake3/%s/%s", demos[i].folder, demos[i].name);
        damage_all(q3_protocol_of_name(demos[i].name), data,
                   size < demos[i].most ? size : demos[i].most, demos[i].places);
        free(data);
    }
}

/* Snapshots before the damage, and the error. */
Test(q3_demo, damaged_demos_report_offset_and_reason)
{
    static const struct {
        const char *name, *what;
        size_t offset;
        uint32_t snapshots;
    } demos[] = {
        {"invalid_area_mask_length.dm_68", "message 646: an area mask of 131 bytes", 4082, 5},
        {"invalid_command_byte.dm_68", "unknown command 0 in a gamestate", 0, 0},
        {"invalid_entity_state_field_count.dm_68", "message 564: entity 2 after", 110471, 392},
        {"truncated.dm_73", "the file ends inside it (111 of 141 bytes)", 1690882, 12963},
    };
    for (size_t i = 0; i < sizeof(demos) / sizeof(demos[0]); i++) {
        struct format_error err = {0};
        size_t size = 0;
        uint8_t *data = real_data_read(&size, "quake3/broken/%s", demos[i].name);
        struct q3_walk *walk = q3_walk_make(q3_protocol_of_name(demos[i].name), false, false);
        cr_assert_lt(q3_walk_demo(walk, data, size, &err), 0);
        cr_assert(strstr(err.what, demos[i].what), "%s: %s", demos[i].name, err.what);
        cr_assert_eq(err.offset, demos[i].offset, "%s: %zu", demos[i].name, err.offset);
        cr_assert_eq(walk->snapshots, demos[i].snapshots, "%s: %u", demos[i].name, walk->snapshots);
        q3_walk_free(walk);
        free(data);
    }
}
