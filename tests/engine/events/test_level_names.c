/* The level of an event, and the level's names of the places where events happen. */
#include "engine/events/level_names.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "engine/events/events_internal.h"
#include "tests/support/scarce.h"
#include "tests/support/scratch.h"

/* --- names of levels ----------------------------------------------------------------------------
 */

static void expect_level(const char *file, const char *name)
{
    static struct events_reader reader;
    const struct events_sink sink = {.event = (void (*)(void *, const struct game_event *))abort,
                                     .kinds = EVENTS_ALL};
    reader = (struct events_reader){.sink = &sink};
    events_name_level(&reader, file);
    cr_assert_eq(reader.num_waiting, 1);
    cr_expect_str_eq(reader.waiting[0].text, name);
    cr_expect_eq(reader.waiting[0].event.kind, GAME_EVENT_LEVEL);
    free(reader.waiting);
}

Test(level_names, level_of_a_file)
{
    expect_level("maps/e1m1.bsp", "e1m1");
    expect_level("maps/deep/e1m1.bsp", "e1m1");
    expect_level("maps/q1.2.bsp", "q1.2");
    expect_level("q3dm17", "q3dm17");
    expect_level("q3w5.1", "q3w5.1");
    expect_level(".bsp", "");
    expect_level("", "");
    expect_level(NULL, "");
    expect_level("maps/\xe5\xb1m1.bsp", "e1m1"); /* coloured letters */
}

/* --- places -------------------------------------------------------------------------------------
 */

static struct files *files;

static void write_map(const char *path, const char *entities)
{
    struct byte_writer w = {0};
    byte_writer_u32(&w, 29);
    byte_writer_u32(&w, 124);
    byte_writer_u32(&w, (uint32_t)strlen(entities));
    while (w.size < 124) {
        byte_writer_u8(&w, 0);
    }
    byte_writer_bytes(&w, entities, strlen(entities));
    scratch_write(path, w.data, w.size);
    byte_writer_free(&w);
}

static void open_files(void)
{
    files = files_create(NULL, NULL);
    cr_assert_not_null(files);
    cr_assert_eq(files_add_directory(files, scratch_root), 0);
}

static void begin(void)
{
    scratch_set_up();
    scratch_make_folder("maps");
    scratch_make_folder("locs");
    write_map("maps/made.bsp", "{\"classname\" \"item_armorInv\" \"origin\" \"0 0 24\"}"
                               "{\"classname\" \"weapon_rocketlauncher\" \"origin\" \"500 0 0\"}");
    write_map("maps/named.bsp", "{\"classname\" \"item_armorInv\" \"origin\" \"0 0 24\"}");
    scratch_write_text("locs/named.loc", "0 0 0 tower\n8000 0 0 lower door\n");
    scratch_write_text("maps/broken.bsp", "no map");
    open_files();
}

static void end(void)
{
    files_destroy(files);
    scratch_tear_down();
}

static struct game_event make_frag(float x, float other_x)
{
    return (struct game_event){
        .kind = GAME_EVENT_FRAG,
        .player = {.slot = 0, .name = "", .team = "", .has_place = true, .place = {x, 0, 0}},
        .other = {.slot = 1, .name = "", .team = "", .has_place = true, .place = {other_x, 0, 0}},
        .text = ""};
}

static void expect_places(const struct level_names *names, const char *player, const char *other)
{
    struct game_event frag = make_frag(10.0f, 900.0f);
    struct event_places places = level_names_of(names, &frag);
    cr_expect_str_eq(places.player, player);
    cr_expect_str_eq(places.other, other);
    frag.other.has_place = false;
    places = level_names_of(names, &frag);
    cr_expect_str_eq(places.other, "", "not known where");
}

Test(level_names, places_of_levels, .init = begin, .fini = end)
{
    struct level_names *names = level_names_create(files);
    cr_assert_not_null(names);
    expect_places(names, "", "");
    cr_expect_eq(level_names_set(names, "made"), 0);
    expect_places(names, "ra", "rl");
    cr_expect_eq(level_names_set(names, "named"), 0);
    expect_places(names, "tower", "lower door");
    cr_expect_eq(level_names_set(names, "missing"), 0);
    expect_places(names, "", "");
    cr_expect_eq(level_names_set(names, "broken"), 0);
    expect_places(names, "", "");
    cr_expect_eq(level_names_set(names, "../maps/made"), 0);
    expect_places(names, "", "");
    level_names_destroy(names);
    level_names_destroy(NULL);
}

Test(level_names, without_memory, .init = begin, .fini = end)
{
    int code = FORMAT_MEMORY;
    for (uint64_t number = 1; code != 0; number++) {
        scarce_begin_from(number);
        struct level_names *names = level_names_create(files);
        code = names ? level_names_set(names, "made") : FORMAT_MEMORY;
        level_names_destroy(names);
        files_destroy(files); /* what it has read is its own */
        scarce_end();
        cr_assert_eq(scarce_blocks(), 0u, "allocation %u", (unsigned)number);
        open_files();
        cr_assert(code == 0 || code == FORMAT_MEMORY);
        cr_assert(code != 0 || number > 2);
    }
}
