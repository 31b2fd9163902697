#include "engine/events/event_list.h"

#include <stdlib.h>
#include <string.h>

#include "formats/base/arrays.h"

struct event_list_entry {
    struct game_event event;         /* its pointers mean nothing: */
    size_t text, names[2], teams[2]; /* in texts */
};

/* Where a copy of the text is. */
static size_t keep_text(struct event_list *list, const char *text)
{
    const size_t size = strlen(text) + 1, at = list->texts_size;
    if (list->texts_size > 0 && text[0] == '\0') {
        return 0;
    }
    if (array_reserve(&list->texts, &list->texts_room, at + size, 1) < 0) {
        list->status = FORMAT_MEMORY;
        return 0;
    }
    memcpy(list->texts + at, text, size);
    list->texts_size += size;
    return at;
}

void event_list_add(void *context, const struct game_event *event)
{
    struct event_list *list = context;
    if (list->count == 0) {
        (void)keep_text(list, "");
    }
    if (list->status < 0 ||
        array_reserve(&list->entries, &list->room, list->count + 1, sizeof *list->entries) < 0) {
        list->status = FORMAT_MEMORY;
        return;
    }
    struct event_list_entry entry = {.event = *event};
    entry.text = keep_text(list, event->text);
    entry.names[0] = keep_text(list, event->player.name);
    entry.teams[0] = keep_text(list, event->player.team);
    entry.names[1] = keep_text(list, event->other.name);
    entry.teams[1] = keep_text(list, event->other.team);
    if (list->status == 0) {
        list->entries[list->count++] = entry;
    }
}

struct game_event event_list_get(const struct event_list *list, size_t index)
{
    const struct event_list_entry *entry = &list->entries[index];
    struct game_event event = entry->event;
    event.text = list->texts + entry->text;
    event.player.name = list->texts + entry->names[0];
    event.player.team = list->texts + entry->teams[0];
    event.other.name = list->texts + entry->names[1];
    event.other.team = list->texts + entry->teams[1];
    return event;
}

void event_list_free(struct event_list *list)
{
    free(list->entries);
    free(list->texts);
    *list = (struct event_list){0};
}
