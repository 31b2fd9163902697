#include "engine/quakeworld/qw_userinfo.h"

#include <stddef.h>
#include <string.h>

const char *qw_userinfo_find(const char *info, const char *key, uint32_t *length)
{
    const size_t key_length = strlen(key);
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
        if (name_length == key_length && memcmp(info, key, key_length) == 0) {
            *length = (uint32_t)value_length;
            return value;
        }
        info = value + value_length;
    }
    return NULL;
}

int32_t qw_userinfo_number(const char *info, const char *key)
{
    enum { MOST = 100000000 };
    uint32_t length;
    const char *value = qw_userinfo_find(info, key, &length);
    const uint32_t sign = length > 0 && value[0] == '-' ? 1 : 0;
    int32_t number = 0;
    for (uint32_t i = sign; i < length && value[i] >= '0' && value[i] <= '9'; i++) {
        number = number < MOST ? number * 10 + (value[i] - '0') : number;
    }
    return sign ? -number : number;
}
