#include "formats/base/info_string.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

static char lower_char(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + 'a' - 'A') : c;
}

static bool is_key(const char *at, size_t length, const char *key, enum info_keys keys)
{
    for (size_t i = 0; i < length; i++) {
        const bool same = at[i] == key[i] ||
                          (keys == INFO_KEYS_ANY_CASE && lower_char(at[i]) == lower_char(key[i]));
        if (key[i] == '\0' || !same) {
            return false;
        }
    }
    return key[length] == '\0';
}

const char *info_find(const char *info, const char *key, enum info_keys keys, uint32_t *length)
{
    *length = 0;
    while (*info != '\0') {
        info += *info == '\\';
        const size_t name_length = strcspn(info, "\\");
        const char *value = info + name_length;
        if (*value == '\0') {
            return NULL;
        }
        value++;
        const size_t value_length = strcspn(value, "\\");
        if (is_key(info, name_length, key, keys)) {
            *length = (uint32_t)value_length;
            return value;
        }
        info = value + value_length;
    }
    return NULL;
}

void info_copy(const char *info, const char *key, enum info_keys keys, char *value, uint32_t size)
{
    uint32_t length;
    const char *found = info_find(info, key, keys, &length);
    const uint32_t fits = length < size ? length : size - 1;
    if (found) {
        memcpy(value, found, fits);
    }
    value[fits] = '\0';
}

int32_t info_number(const char *info, const char *key, enum info_keys keys, int32_t otherwise)
{
    enum { NUMBER_MAX = 1000000000 };
    uint32_t length, at = 0;
    const char *value = info_find(info, key, keys, &length);
    int64_t number = 0;
    if (length == 0) {
        return otherwise;
    }
    while (at < length && (value[at] == ' ' || (value[at] >= '\t' && value[at] <= '\r'))) {
        at++;
    }
    const bool negative = at < length && value[at] == '-';
    at += at < length && (value[at] == '-' || value[at] == '+');
    for (; at < length && value[at] >= '0' && value[at] <= '9'; at++) {
        number = number * 10 + (value[at] - '0');
        number = number < NUMBER_MAX ? number : NUMBER_MAX;
    }
    return (int32_t)(negative ? -number : number);
}
