#include "formats/text/playlist.h"

#include <string.h>

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

bool playlist_is(const char *name)
{
    static const char ending[] = ".m3u";
    size_t length = strlen(name);
    length -= length > 0 && name[length - 1] == '8';
    bool is = length > sizeof(ending) - 1;
    for (size_t i = 0; i < sizeof(ending) - 1 && is; i++) {
        const char c = name[length - (sizeof(ending) - 1) + i];
        is = (c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c) == ending[i];
    }
    return is;
}

bool playlist_next(const char *text, size_t size, size_t *at, const char **name, size_t *length)
{
    if (*at == 0 && size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) {
        *at = 3;
    }
    while (*at < size) {
        const char *line = text + *at;
        const char *end = memchr(line, '\n', size - *at);
        size_t count = end ? (size_t)(end - line) : size - *at;
        *at += count + (end != NULL);
        while (count > 0 && is_blank(line[0])) {
            line++;
            count--;
        }
        while (count > 0 && is_blank(line[count - 1])) {
            count--;
        }
        if (count > 0 && line[0] != '#' && !memchr(line, '\0', count)) {
            *name = line;
            *length = count;
            return true;
        }
    }
    return false;
}

bool playlist_may_have(const char *name)
{
    const size_t length = strlen(name);
    return length > 0 && name[0] != '#' && !is_blank(name[0]) && !is_blank(name[length - 1]) &&
           !strchr(name, '\n');
}
