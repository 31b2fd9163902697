/* Which surfaces of a level show, and over which others. */
#include <criterion/criterion.h>

#include "tests/render/rgb/rgb_room.h"

enum { RED = 0xff0000, GREEN = 0x00ff00, BLUE = 0x0000ff, WHITE = 0xffffff, BLACK = 0 };

Test(rgb_world, near_walls_hide_far_ones_whatever_their_order)
{
    struct rgb_room *room = room_create(1);
    const struct material *red = room_paint(room, "red"), *green = room_paint(room, "green");
    room_wall(room, 1, green, 100, 0, 0, 20);
    room_wall(room, 2, red, 300, 0, 0, 500);
    room_wall(room, 1, green, 200, 60, 0, 20);
    room_finish(room);
    room_look(room, 10, 0, 0);
    cr_assert_eq(room_draw(room), 0);
    cr_assert_eq(room_pixel(room, 0, 0), GREEN);
    cr_assert_eq(room_pixel(room, 0.6f, 0), RED);
    cr_assert_eq(room_pixel(room, -60.0f / 190.0f, 0), GREEN);
    room_destroy(room);
}

Test(rgb_world, every_kind_of_surface)
{
    struct rgb_room *room = room_create(1);
    const struct material *red = room_paint(room, "red"), *green = room_paint(room, "green");
    const struct material *blue = room_paint(room, "blue");
    room_wall(room, 1, red, 100, 60, 0, 20);
    room_soup(room, 1, green, 100, 0, 0, 20);
    room_patch(room, 1, blue, 100, -60, 0, 20, 30);
    room_finish(room);
    room_look(room, 0, 0, 0);
    cr_assert_eq(room_draw(room), 0);
    cr_assert_eq(room_pixel(room, -0.6f, 0), RED);
    cr_assert_eq(room_pixel(room, 0, 0), GREEN);
    cr_assert_eq(room_pixel(room, 0.6f, 0), BLUE);
    cr_assert_eq(room_pixel(room, 0.3f, 0.0f), BLACK);
    room_destroy(room);
}
