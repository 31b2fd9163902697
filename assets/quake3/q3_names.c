#include "assets/quake3/q3_names.h"

#include <string.h>

#include "assets/name_map.h"

bool q3_name_clean(const char *name, char out[Q3_NAME])
{
    while (*name == '/' || *name == '\\') {
        name++;
    }
    const size_t length = strlen(name);
    if (length == 0 || length >= Q3_NAME) {
        out[0] = '\0';
        return false;
    }
    for (size_t i = 0; i <= length; i++) {
        out[i] = name[i] == '\\' ? '/' : name[i];
    }
    return true;
}

bool q3_name_is_inside(const char *name)
{
    return !strstr(name, "..") && !strchr(name, ':');
}

const char *q3_name_ending(const char *name)
{
    const char *slash = strrchr(name, '/');
    const char *dot = strrchr(slash ? slash : name, '.');
    return dot ? dot + 1 : "";
}

void q3_name_strip(char *name)
{
    const char *ending = q3_name_ending(name);
    if (*ending || (*name && name[strlen(name) - 1] == '.')) {
        name[strlen(name) - strlen(ending) - 1] = '\0';
    }
}

void q3_name_lower(char *name)
{
    for (; *name; name++) {
        *name = name_lower(*name);
    }
}
