#include "assets/quake/worldspawn.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The next quoted string or single character; NULL at the end. Moves *text past it. Longer tokens
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

enum { KEY_SIZE = 64 };

/* Moves *text to the first key of the first entity; false when there is no entity. */
static bool enter_entity(const char **text)
{
    char token[2];
    return next_token(text, token, sizeof(token)) && strcmp(token, "{") == 0;
}

/* The next key, without a leading '_', and its value; false at the entity's end. */
static bool next_pair(const char **text, char key[KEY_SIZE], char *value, size_t size)
{
    if (!next_token(text, key, KEY_SIZE) || strcmp(key, "}") == 0 ||
        !next_token(text, value, size)) {
        return false;
    }
    if (key[0] == '_') {
        memmove(key, key + 1, strlen(key));
    }
    return true;
}

bool worldspawn_value(const char *entities, const char *key, char *value, size_t size)
{
    char name[KEY_SIZE];
    if (!enter_entity(&entities)) {
        return false;
    }
    while (next_pair(&entities, name, value, size)) {
        if (strcmp(name, key) == 0) {
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

/* Text that is not a number is 0. */
static float clamp_value(double x, double high)
{
    return x > 0.0 ? (float)(x < high ? x : high) : 0.0f;
}

static void read_fog(struct worldspawn_view *view, const char *value)
{
    double numbers[4] = {0.0, 0.3, 0.3, 0.3};
    const char *at = value;
    for (int i = 0; i < 4; i++) {
        char *end;
        double number = strtod(at, &end);
        if (end == at) {
            break;
        }
        numbers[i] = number;
        at = end;
    }
    view->fog_density = clamp_value(numbers[0], WORLDSPAWN_FOG_MAX);
    for (int i = 0; i < 3; i++) {
        view->fog_color[i] = clamp_value(numbers[i + 1], 1.0);
    }
}

void worldspawn_read_view(const char *entities, struct worldspawn_view *view)
{
    char key[KEY_SIZE];
    char value[128];
    *view = (struct worldspawn_view){.sky_fog = WORLDSPAWN_SKY_FOG};
    read_fog(view, "0");
    if (!enter_entity(&entities)) {
        return;
    }
    while (next_pair(&entities, key, value, sizeof(value))) {
        if (strcmp(key, "fog") == 0) {
            read_fog(view, value);
        } else if (strcmp(key, "skyfog") == 0) {
            view->sky_fog = clamp_value(strtod(value, NULL), 1.0);
        } else if (strcmp(key, "sky") == 0 || strcmp(key, "skyname") == 0 ||
                   strcmp(key, "qlsky") == 0) {
            size_t length = strlen(value);
            length = length < sizeof(view->skybox) ? length : 0; /* no name is as long */
            memcpy(view->skybox, value, length);
            view->skybox[length] = '\0';
        }
    }
}
