#include "engine/edit/edit_list.h"

#include <stdlib.h>
#include <string.h>

void edit_list_free(struct edit_list *list)
{
    free(list->items);
    *list = (struct edit_list){0};
}

/* Room for `count` items; new ones are empty. */
static int grow(struct edit_list *list, size_t count)
{
    if (count > list->room) {
        const size_t room = count + count / 2 + 16;
        struct edit_bytes *items = realloc(list->items, room * sizeof(*items));
        if (!items) {
            return FORMAT_MEMORY;
        }
        memset(items + list->room, 0, (room - list->room) * sizeof(*items));
        list->items = items;
        list->room = room;
    }
    list->count = count > list->count ? count : list->count;
    return 0;
}

int edit_list_append(struct edit_list *list, struct edit_bytes bytes)
{
    return edit_list_put(list, list->count, bytes);
}

int edit_list_put(struct edit_list *list, size_t at, struct edit_bytes bytes)
{
    const int code = grow(list, at + 1);
    if (code == 0) {
        list->items[at] = bytes;
    }
    return code;
}
