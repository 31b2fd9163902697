/* Pictures of models: found again, and freed when there are too many bytes of them. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "formats/pictures/lmp.h"
#include "render/truecolor/picture_cache.h"

enum { SIDE = 1024 }; /* 4 MiB a picture */

static uint8_t pixels[SIDE * SIDE];
static uint8_t palette[PALETTE_BYTES];

static void add(struct picture_cache *cache, struct object_id *identity, uint32_t number)
{
    const struct picture_key key = {identity, number, -1};
    const struct true_picture picture = {
        .pixels = pixels, .width = SIDE, .height = SIDE, .stride = SIDE};
    cr_assert_not_null(picture_cache_add(cache, &key, &picture, palette));
}

static bool has(struct picture_cache *cache, struct object_id *identity, uint32_t number)
{
    const struct picture_key key = {identity, number, -1};
    return picture_cache_find(cache, &key) != NULL;
}

Test(picture_cache, keeps_what_was_shown_once_it_is_large)
{
    struct picture_cache cache = {0};
    struct object_id *identity = object_id_create();
    cr_assert_not_null(identity);
    for (uint32_t i = 0; i < 15; i++) {
        add(&cache, identity, i);
    }
    picture_cache_end_frame(&cache);
    cr_expect(has(&cache, identity, 14), "60 MiB may stay");
    picture_cache_end_frame(&cache);
    for (uint32_t i = 15; i < 20; i++) {
        add(&cache, identity, i);
    }
    cr_expect(has(&cache, identity, 3), "the frame shows it");
    picture_cache_end_frame(&cache);
    cr_expect(has(&cache, identity, 3) && has(&cache, identity, 19));
    cr_expect(!has(&cache, identity, 2) && !has(&cache, identity, 14));
    cr_expect_lt(cache.bytes, (size_t)7 * SIDE * SIDE * 4);
    picture_cache_free(&cache);
    object_id_release(identity);
}
