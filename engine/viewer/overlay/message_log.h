/* Log of the program's messages, oldest first, listed by the console. Bounded: the oldest lines are
 * dropped. */
#ifndef ENGINE_VIEWER_OVERLAY_MESSAGE_LOG_H
#define ENGINE_VIEWER_OVERLAY_MESSAGE_LOG_H

#include <stdbool.h>
#include <stddef.h>

enum { MESSAGE_LOG_LINES = 2048, MESSAGE_LOG_TEXT = 240 };

struct message_log { /* start from {0} */
    char (*lines)[MESSAGE_LOG_TEXT];
    size_t count, capacity;
    size_t first; /* the oldest */
    bool turns;   /* it grows no more: new lines take the place of the oldest */
};

/* Adds a line, cut to MESSAGE_LOG_TEXT - 1 bytes; control characters become '?', other letters
 * become Latin ones. A repetition of the last line is not added. Drops the oldest line if out of
 * memory. */
void message_log_add(struct message_log *log, const char *line);
/* 0 = the oldest. */
const char *message_log_line(const struct message_log *log, size_t index);
void message_log_free(struct message_log *log);

#endif
