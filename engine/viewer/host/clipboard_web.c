/* The clipboard by the page, which a browser lets write it only when the user did something. */
#include <stdlib.h>

#include "engine/viewer/host/clipboard.h"
#include "engine/viewer/host/web_page.h"

bool clipboard_set(const char *text, char *reason, size_t reason_size)
{
    (void)reason, (void)reason_size;
    web_copy(text);
    return true;
}

char *clipboard_get(void)
{
    const int size = web_pasted_size();
    char *text = size > 0 ? malloc((size_t)size + 1) : NULL;
    if (text) {
        web_pasted(text, size + 1);
    }
    return text;
}
