/* The entities' text of a map: all kinds of maps, cut at every byte, with flipped bits. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/bytes.h"
#include "formats/maps/map_entities.h"
#include "tests/support/real_data.h"

static const char entities[] = "{ \"classname\" \"worldspawn\" }";

enum { HEADER = 144, LENGTH = sizeof entities - 1, SIZE = HEADER + LENGTH };

/* A header whose lump at byte `lump` are the entities, and they. */
static void make_map(uint8_t map[SIZE], const void *magic, size_t lump, uint32_t at)
{
    memset(map, 0xa5, HEADER);
    memcpy(map, magic, 4);
    for (int i = 0; i < 4; i++) {
        map[lump + (size_t)i] = (uint8_t)(at >> 8 * i);
        map[lump + 4 + (size_t)i] = i == 0 ? LENGTH : 0;
    }
    memcpy(map + HEADER, entities, LENGTH);
}

static void expect_entities(const void *magic, size_t lump)
{
    uint8_t map[SIZE];
    struct format_error err;
    char *text;
    make_map(map, magic, lump, HEADER);
    cr_assert_eq(map_entities_read(&text, map, SIZE, &err), 0, "%s", err.what);
    cr_expect_str_eq(text, entities);
    free(text);
}

Test(map_entities, of_all_kinds_of_maps)
{
    expect_entities("\x1d\0\0\0", 4);
    expect_entities("BSP2", 4);
    expect_entities("2PSB", 4);
    expect_entities("IBSP", 8);
}

static void expect_code(const uint8_t *map, size_t size, int code, const char *what)
{
    struct format_error err = {0};
    char *text = "x";
    cr_expect_eq(map_entities_read(&text, map, size, &err), code, "%s", what);
    cr_expect_null(text, "%s", what);
    cr_expect_leq(err.offset, size, "%s", what);
}

Test(map_entities, other_files)
{
    static const uint8_t none[1] = {0};
    uint8_t map[SIZE];
    make_map(map, "PACK", 4, HEADER);
    expect_code(map, SIZE, FORMAT_UNKNOWN, "a pack");
    make_map(map, "\x1e\0\0\0", 4, HEADER);
    expect_code(map, SIZE, FORMAT_UNKNOWN, "Half-Life's");
    expect_code(none, 0, FORMAT_UNKNOWN, "nothing");
    make_map(map, "IBSP", 8, HEADER + 1);
    expect_code(map, SIZE, FORMAT_BAD, "a byte beyond the file");
    make_map(map, "IBSP", 8, UINT32_MAX);
    expect_code(map, SIZE, FORMAT_BAD, "the sum is beyond 32 bits");
}

/* Each size in a block of its own, so that the sanitizers see a byte too far. */
Test(map_entities, cut_at_every_byte)
{
    uint8_t map[SIZE];
    make_map(map, "\x1d\0\0\0", 4, HEADER);
    for (size_t size = 0; size < SIZE; size++) {
        uint8_t *part = malloc(size + (size == 0));
        cr_assert_not_null(part);
        memcpy(part, map, size);
        expect_code(part, size, size < 16 ? FORMAT_UNKNOWN : FORMAT_BAD, "cut");
        free(part);
    }
}

Test(map_entities, flipped_bits)
{
    uint8_t map[SIZE];
    make_map(map, "IBSP", 8, HEADER);
    for (size_t bit = 0; bit < 16 * 8; bit++) {
        struct format_error err = {0};
        char *text;
        map[bit / 8] ^= (uint8_t)(1u << bit % 8);
        const int code = map_entities_read(&text, map, SIZE, &err);
        cr_expect(code == 0 ? text != NULL && strlen(text) <= SIZE : text == NULL && err.what[0]);
        free(text);
        map[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
}

Test(map_entities, of_real_maps)
{
    static const char *const maps[] = {"librequake/id1/maps/dm4.bsp",
                                       "librequake/id1/maps/e1m2.bsp"};
    for (size_t i = 0; i < sizeof maps / sizeof maps[0]; i++) {
        struct format_error err;
        size_t size;
        char *text;
        uint8_t *data = real_data_read(&size, "%s", maps[i]);
        cr_assert_eq(map_entities_read(&text, data, size, &err), 0);
        cr_expect_eq(text[0], '{');
        cr_expect_not_null(strstr(text, "\"classname\" \"worldspawn\""), "%s", maps[i]);
        cr_expect_not_null(strstr(text, "\"info_player_deathmatch\""), "%s", maps[i]);
        free(text);
        free(data);
    }
}
