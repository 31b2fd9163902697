#include "formats/maps/entity_text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A quoted text without its quotes, a brace, or another character; false at the end. Longer ones
 * are cut. */
static bool take_token(const char **text, char token[ENTITY_TEXT_BYTES], bool *quoted)
{
    const char *p = *text;
    size_t length = 0;
    while (*p != '\0' && (unsigned char)*p <= ' ') {
        p++;
    }
    if (*p == '\0') {
        return false;
    }
    *quoted = *p == '"';
    p += *quoted;
    do {
        if (*p == '\0' || (*quoted && *p == '"')) {
            break;
        }
        if (length < ENTITY_TEXT_BYTES - 1) {
            token[length++] = *p;
        }
        p++;
    } while (*quoted);
    token[length] = '\0';
    *text = p + (*quoted && *p == '"');
    return true;
}

static void read_origin(struct map_entity *entity, const char *value)
{
    entity->has_origin = false;
    for (int i = 0; i < 3; i++) {
        char *end;
        const double number = strtod(value, &end);
        if (end == value || !(fabs(number) <= ENTITY_TEXT_FARTHEST)) {
            return;
        }
        entity->origin[i] = (float)number;
        value = end;
    }
    entity->has_origin = true;
}

static void read_pair(struct map_entity *entity, const char *key, const char *value)
{
    if (strcmp(key, "classname") == 0) {
        memcpy(entity->class_name, value, ENTITY_TEXT_BYTES);
    } else if (strcmp(key, "message") == 0) {
        memcpy(entity->message, value, ENTITY_TEXT_BYTES);
    } else if (strcmp(key, "origin") == 0) {
        read_origin(entity, value);
    } else if (strcmp(key, "spawnflags") == 0) {
        entity->spawn_flags = (uint32_t)strtol(value, NULL, 10);
    } else if (strcmp(key, "model") == 0 && value[0] == '*') {
        const long number = strtol(value + 1, NULL, 10);
        entity->model = number > 0 && number < INT32_MAX ? (uint32_t)number : 0;
    }
}

bool entity_text_next(const char **text, struct map_entity *entity)
{
    char key[ENTITY_TEXT_BYTES] = "", value[ENTITY_TEXT_BYTES] = "";
    bool quoted = false;
    *entity = (struct map_entity){.has_origin = false};
    while (take_token(text, key, &quoted)) {
        if (!quoted && key[0] == '{') {
            *entity = (struct map_entity){.has_origin = false};
        } else if (!quoted && key[0] == '}') {
            return true;
        } else if (quoted && take_token(text, value, &quoted) && quoted) {
            read_pair(entity, key, value);
        }
    }
    return false;
}
