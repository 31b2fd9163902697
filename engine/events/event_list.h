/* The events of a demo, kept in the order of time. */
#ifndef ENGINE_EVENTS_EVENT_LIST_H
#define ENGINE_EVENTS_EVENT_LIST_H

#include "engine/events/events_read.h"

struct event_list_entry;

struct event_list { /* start from {0}; free with event_list_free */
    struct event_list_entry *entries;
    char *texts; /* each NUL-terminated; the one at 0 is "" */
    size_t count, room, texts_size, texts_room;
    int status; /* 0, or FORMAT_MEMORY: the later ones are missing */
};

/* Adds a copy; an events_sink's `event`, whose context is the list. */
void event_list_add(void *list, const struct game_event *event);
/* The event; its pointers are valid until the next one is added. */
struct game_event event_list_get(const struct event_list *list, size_t index);
void event_list_free(struct event_list *list);

#endif
