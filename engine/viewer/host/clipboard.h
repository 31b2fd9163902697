/* The system's clipboard, text only. Main thread only, while there is a window. */
#ifndef ENGINE_VIEWER_HOST_CLIPBOARD_H
#define ENGINE_VIEWER_HOST_CLIPBOARD_H

#include <stdbool.h>
#include <stddef.h>

/* False: it was not taken; why is in reason. */
bool clipboard_set(const char *text, char *reason, size_t reason_size);
/* The text, in UTF-8; NULL = there is none. Caller frees. */
char *clipboard_get(void);

#endif
