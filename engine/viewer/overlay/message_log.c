#include "engine/viewer/overlay/message_log.h"

#include <stdlib.h>
#include <string.h>

#include "formats/base/arrays.h"
#include "formats/base/latin_text.h"

/* Slot for the next line. The ring stops growing when it is full or an allocation fails. NULL if
 * the first allocation fails. */
static char *next_line(struct message_log *log)
{
    if (!log->turns && log->count < MESSAGE_LOG_LINES &&
        array_reserve(&log->lines, &log->capacity, log->count + 1, sizeof(*log->lines)) == 0) {
        return log->lines[log->count++];
    }
    if (log->count == 0) {
        return NULL;
    }
    char *line = log->lines[log->first];
    log->turns = true;
    log->first = (log->first + 1) % log->count;
    return line;
}

void message_log_add(struct message_log *log, const char *line)
{
    char clean[MESSAGE_LOG_TEXT];
    latin_text(clean, sizeof(clean), line);
    const size_t length = strlen(clean);
    for (size_t i = 0; i < length; i++) {
        clean[i] = (char)(clean[i] < ' ' || clean[i] > '~' ? '?' : clean[i]);
    }
    if (log->count > 0 && strcmp(message_log_line(log, log->count - 1), clean) == 0) {
        return;
    }
    char *to = next_line(log);
    if (to) {
        memcpy(to, clean, length + 1);
    }
}

const char *message_log_line(const struct message_log *log, size_t index)
{
    return log->lines[(log->first + index) % log->count];
}

void message_log_free(struct message_log *log)
{
    free(log->lines);
    *log = (struct message_log){0};
}
