/* Lists of bytes in a demo: messages that are kept to be written again. */
#ifndef ENGINE_EDIT_EDIT_LIST_H
#define ENGINE_EDIT_EDIT_LIST_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/bytes.h"

struct edit_bytes { /* borrowed: in the demo */
    const uint8_t *data;
    uint32_t size; /* 0: none */
};

struct edit_list { /* start from {0} */
    struct edit_bytes *items;
    size_t count, room;
};

/* Leaves it empty. */
void edit_list_free(struct edit_list *list);

/* 0 or FORMAT_MEMORY. */
int edit_list_append(struct edit_list *list, struct edit_bytes bytes) MUST_CHECK;

/* Sets item `at`; items that were never set are empty. 0 or FORMAT_MEMORY. */
int edit_list_put(struct edit_list *list, size_t at, struct edit_bytes bytes) MUST_CHECK;

#endif
