#include "assets/worldspawn.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The next quoted string or single character; NULL at the end. Moves *text behind it. Longer tokens
 * than size are cut. */
static bool next_token(const char **text, char *token, size_t size)
{
    const char *p = *text;
    size_t length = 0;
    while (*p && (unsigned char)*p <= ' ') {
        p++;
    }
    if (!*p) {
        return false;
    }
    bool quoted = *p == '"';
    if (quoted) {
        p++;
    }
    while (*p && (quoted ? *p != '"' : length < 1)) {
        if (length + 1 < size) {
            token[length] = *p;
        }
        length++;
        p++;
    }
    token[length < size ? length : size - 1] = '\0';
    if (quoted && *p == '"') {
        p++;
    }
    *text = p;
    return true;
}

bool worldspawn_value(const char *entities, const char *key, char *value, size_t size)
{
    char name[64];
    if (!next_token(&entities, name, sizeof(name)) || strcmp(name, "{") != 0) {
        return false;
    }
    while (next_token(&entities, name, sizeof(name)) && strcmp(name, "}") != 0) {
        if (!next_token(&entities, value, size)) {
            return false;
        }
        if (strcmp(name[0] == '_' ? name + 1 : name, key) == 0) {
            return true;
        }
    }
    return false;
}

double worldspawn_liquid_alpha(const char *entities, const char *liquid)
{
    char key[32];
    char value[64];
    snprintf(key, sizeof(key), "%salpha", liquid);
    if (!worldspawn_value(entities, key, value, sizeof(value)) &&
        !worldspawn_value(entities, "wateralpha", value, sizeof(value))) {
        return 1.0;
    }
    double alpha = strtod(value, NULL);
    return alpha > 0.0 && alpha < 1.0 ? alpha : 1.0;
}
