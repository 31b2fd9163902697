#include "assets/process.h"

#include <string.h>

void process_keep_talk(struct process *process, const char *text, size_t size)
{
    const size_t most = sizeof(process->talk) - 1;
    if (size > most) {
        text += size - most;
        size = most;
    }
    size_t used = strlen(process->talk);
    if (used + size > most) {
        const size_t drop = used + size - most;
        used -= drop;
        memmove(process->talk, process->talk + drop, used);
    }
    memcpy(process->talk + used, text, size);
    process->talk[used + size] = '\0';
}
