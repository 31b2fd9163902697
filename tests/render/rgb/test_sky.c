/* The sky: where nothing else is, and no farther than its surfaces' cells. */
#include <criterion/criterion.h>

#include "tests/render/rgb/rgb_room.h"

enum { RED = 0xff0000, GREEN = 0x00ff00, BLUE = 0x0000ff, BLACK = 0 };

static const char box[] = "{\nskyParms red 512 -\n}\n";
static const char clouds[] = "{\nskyParms - 512 -\n{\nmap green\n}\n}\n";
static const char both[] = "{\nskyParms red 512 -\n{\nmap blue\nblendFunc add\n}\n}\n";

static uint32_t look_at(const char *script, uint32_t *count)
{
    struct rgb_room *room = room_create(1);
    room_wall(room, 2, room_material(room, "sky", script), 300, 0, 0, 600);
    room_finish(room);
    room_look(room, 0, 0, 0);
    cr_assert_eq(room_draw(room), 0);
    const uint32_t pixel = room_pixel(room, 0.1f, 0.1f);
    *count = room_count(room, pixel);
    room_destroy(room);
    return pixel;
}

Test(rgb_sky, box_and_clouds)
{
    uint32_t count;
    cr_assert_eq(look_at(box, &count), RED);
    cr_assert_eq(count, ROOM_WIDTH * ROOM_HEIGHT);
    cr_assert_eq(look_at(clouds, &count), GREEN);
    cr_assert_eq(count, ROOM_WIDTH * ROOM_HEIGHT);
    cr_assert_eq(look_at(both, &count), RED | BLUE);
    cr_assert_eq(count, ROOM_WIDTH * ROOM_HEIGHT);
}

Test(rgb_sky, lies_behind_everything)
{
    struct rgb_room *room = room_create(1);
    room_wall(room, 1, room_material(room, "sky", both), 100, 0, 0, 600);
    room_wall(room, 2, room_paint(room, "green"), 500, 0, 0, 100); /* behind the sky's surface */
    room_finish(room);
    room_look(room, 0, 0, 0);
    cr_assert_eq(room_draw(room), 0);
    cr_assert_eq(room_pixel(room, 0, 0), GREEN);
    cr_assert_eq(room_pixel(room, 0.5f, 0), RED | BLUE);
    room_destroy(room);
}

Test(rgb_sky, only_in_the_cells_its_surfaces_touch)
{
    struct rgb_room *room = room_create(1);
    room_wall(room, 1, room_material(room, "sky", box), 100, 30, 0, 1); /* cell 0.25..0.5 left */
    room_finish(room);
    room_look(room, 0, 0, 0);
    cr_assert_eq(room_draw(room), 0);
    cr_assert_eq(room_pixel(room, -0.27f, 0), RED);
    cr_assert_eq(room_pixel(room, -0.48f, 0), RED);
    cr_assert_eq(room_pixel(room, -0.23f, 0), BLACK);
    cr_assert_eq(room_pixel(room, -0.52f, 0), BLACK);
    cr_assert_eq(room_pixel(room, 0.3f, 0), BLACK);
    room_destroy(room);
}

Test(rgb_sky, no_sky_without_sky_surfaces)
{
    struct rgb_room *room = room_create(1);
    room_wall(room, 0, room_material(room, "sky", box), -100, 0, 0, 600);
    room_finish(room);
    room_look(room, 0, 0, 0);
    cr_assert_eq(room_draw(room), 0);
    cr_assert_eq(room_count(room, BLACK), ROOM_WIDTH * ROOM_HEIGHT);
    room_destroy(room);
}

/* Both are seen through the same cells: what the second draws is all that is left there. */
Test(rgb_sky, a_second_sky_hides_box_and_clouds_of_the_first)
{
    static const char other[] = "{\nskyParms green 512 -\n{\nmap blue\nblendFunc add\n}\n}\n";
    struct rgb_room *room = room_create(1);
    room_wall(room, 2,
              room_material(room, "a",
                            "{\nskyParms black 512 -\n{\nmap red\nblendFunc "
                            "add\n}\n}\n"),
              300, 0, 0, 600);
    room_wall(room, 2, room_material(room, "b", other), 300, 0, 0, 600);
    room_finish(room);
    room_look(room, 0, 0, 0);
    cr_assert_eq(room_draw(room), 0);
    cr_assert_eq(room_count(room, GREEN | BLUE), ROOM_WIDTH * ROOM_HEIGHT);
    room_destroy(room);
}

/* Its surfaces to the right lie in a fog: in the cells they touch clouds are fogged, a box without
 * clouds is not. */
Test(rgb_sky, clouds_get_the_fog_of_the_sky_surfaces)
{
    static const float mins[3] = {-1e4f, -1e4f, -1e4f}, maxs[3] = {1e4f, 1e4f, 1e4f};
    static const uint8_t green[3] = {0, 255, 0};
    const char *const scripts[] = {both, box};
    for (int i = 0; i < 2; i++) {
        struct rgb_room *room = room_create(1);
        const struct material *sky = room_material(room, "sky", scripts[i]);
        room_wall(room, 2, sky, 300, 300, 0, 300);
        const uint32_t foggy = room_wall(room, 2, sky, 300, -300, 0, 300);
        room->surfaces[foggy].fog = (int32_t)room_fog(room, mins, maxs, false, green, 100);
        room_finish(room);
        room_look(room, 0, 0, 0);
        cr_assert_eq(room_draw(room), 0);
        cr_assert_eq(room_pixel(room, -0.5f, 0.1f), i == 0 ? RED | BLUE : RED);
        cr_assert_eq(room_pixel(room, 0.5f, 0.1f), i == 0 ? GREEN : RED);
        room_destroy(room);
    }
}
