#include "formats/maps/loc_file.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/arrays.h"

#define FARTHEST 1e6f /* units from the origin: beyond any level */

void loc_file_free(struct loc_file *places)
{
    free(places->list);
    *places = (struct loc_file){0};
}

static struct loc_entry *add_entry(struct loc_file *places)
{
    if (array_reserve(&places->list, &places->capacity, (size_t)places->count + 1,
                      sizeof(*places->list)) < 0) {
        return NULL;
    }
    struct loc_entry *place = &places->list[places->count++];
    memset(place, 0, sizeof(*place));
    return place;
}

const char *loc_file_nearest(const struct loc_file *places, const float origin[3])
{
    const char *name = "";
    float least = INFINITY;
    for (uint32_t i = 0; i < places->count; i++) {
        const struct loc_entry *place = &places->list[i];
        const float x = place->origin[0] - origin[0], y = place->origin[1] - origin[1];
        const float z = place->origin[2] - origin[2];
        const float distance = x * x + y * y + z * z;
        if (distance < least) {
            least = distance;
            name = place->name;
        }
    }
    return name;
}

/* --- .loc files ------------------------------------------------------------------------------- */

struct text {
    const char *at, *end;
};

static void skip_blanks(struct text *text)
{
    while (text->at < text->end && (*text->at == ' ' || *text->at == '\t')) {
        text->at++;
    }
}

/* Parses an integer and moves past it; false: no number here. */
static bool take_number(struct text *text, float *number)
{
    skip_blanks(text);
    const bool negative = text->at < text->end && *text->at == '-';
    const char *digits = text->at + negative;
    int32_t value = 0;
    text->at = digits;
    while (text->at < text->end && *text->at >= '0' && *text->at <= '9') {
        value = value < 100000000 ? value * 10 + (*text->at - '0') : value;
        text->at++;
    }
    /* Skips a fraction: less than an eighth of a unit. */
    if (text->at > digits && text->at < text->end && *text->at == '.') {
        text->at++;
        while (text->at < text->end && *text->at >= '0' && *text->at <= '9') {
            text->at++;
        }
    }
    *number = (float)(negative ? -value : value) / 8.0f;
    return text->at > digits && fabsf(*number) <= FARTHEST;
}

static bool skip_word(struct text *text, const char *word)
{
    const size_t length = strlen(word);
    const bool here =
        (size_t)(text->end - text->at) >= length && memcmp(text->at, word, length) == 0;
    text->at += here ? length : 0;
    return here;
}

static void copy_name(char name[LOC_NAME_BYTES], struct text text)
{
    size_t length = 0;
    while (text.at < text.end && length < LOC_NAME_BYTES - 1) {
        if (skip_word(&text, "$loc_name_separator")) {
            name[length++] = '-';
        } else if (!skip_word(&text, "$loc_name_")) {
            name[length++] = *text.at++;
        }
    }
    while (length > 0 && (name[length - 1] == ' ' || name[length - 1] == '\t')) {
        length--;
    }
    name[length] = '\0';
}

static int add_line(struct loc_file *places, struct text line)
{
    float origin[3];
    for (int i = 0; i < 3; i++) {
        if (!take_number(&line, &origin[i])) {
            return 0;
        }
    }
    skip_blanks(&line);
    struct loc_entry *place = places->count < LOC_FILE_ENTRIES_MAX ? add_entry(places) : NULL;
    if (place == NULL) {
        return places->count < LOC_FILE_ENTRIES_MAX ? FORMAT_MEMORY : 0;
    }
    memcpy(place->origin, origin, sizeof(place->origin));
    copy_name(place->name, line);
    return 0;
}

int loc_file_add_text(struct loc_file *places, const uint8_t *data, size_t size)
{
    const char *at = (const char *)data, *end = at + size;
    int status = 0;
    while (status == 0 && at < end) {
        const char *line = at;
        while (at < end && *at != '\n' && *at != '\r' && *at != '\0') {
            at++;
        }
        status = add_line(places, (struct text){line, at});
        at += at < end;
    }
    return status;
}

/* --- locations from a level's items ----------------------------------------------------------- */

static const struct {
    const char *class_name, *name;
} things[] = {
    {"item_armor1", "ga"},
    {"item_armor2", "ya"},
    {"item_armorInv", "ra"},
    {"weapon_supershotgun", "ssg"},
    {"weapon_nailgun", "ng"},
    {"weapon_supernailgun", "sng"},
    {"weapon_grenadelauncher", "gl"},
    {"weapon_rocketlauncher", "rl"},
    {"weapon_lightning", "lg"},
    {"item_artifact_super_damage", "quad"},
    {"item_artifact_invulnerability", "pent"},
    {"item_artifact_invisibility", "ring"},
    {"item_artifact_envirosuit", "suit"},
};

enum { TOKEN_BYTES = 64, MEGAHEALTH = 2 /* spawnflag */ };

/* A quoted text without its quotes, a brace, or another character; false at the end. Longer ones
 * are cut. */
static bool take_token(const char **text, char token[TOKEN_BYTES], bool *quoted)
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
        if (length < TOKEN_BYTES - 1) {
            token[length++] = *p;
        }
        p++;
    } while (*quoted);
    token[length] = '\0';
    *text = p + (*quoted && *p == '"');
    return true;
}

struct entity {
    char class_name[TOKEN_BYTES], origin[TOKEN_BYTES];
    char message[TOKEN_BYTES];
    bool mega;
};

static const char *item_name(const struct entity *entity)
{
    if (strcmp(entity->class_name, "item_health") == 0) {
        return entity->mega ? "mh" : NULL;
    }
    if (strcmp(entity->class_name, "target_location") == 0) {
        return entity->message;
    }
    for (size_t i = 0; i < sizeof(things) / sizeof(things[0]); i++) {
        if (strcmp(entity->class_name, things[i].class_name) == 0) {
            return things[i].name;
        }
    }
    return NULL;
}

/* A target_location's name has Quake III's colours, "^1". */
static void copy_message(char name[LOC_NAME_BYTES], const char *message)
{
    size_t length = 0;
    for (; *message != '\0' && length < LOC_NAME_BYTES - 1; message++) {
        if (message[0] == '^' && message[1] != '\0' && message[1] != '^') {
            message++;
        } else {
            name[length++] = *message;
        }
    }
    name[length] = '\0';
}

static int add_entity(struct loc_file *places, const struct entity *entity)
{
    const char *name = item_name(entity);
    float origin[3];
    char *at = (char *)entity->origin;
    for (int i = 0; i < 3; i++) {
        char *end;
        const double value = strtod(at, &end);
        if (end == at || !(fabs(value) <= (double)FARTHEST)) {
            return 0;
        }
        origin[i] = (float)value;
        at = end;
    }
    if (name == NULL || places->count >= LOC_FILE_ENTRIES_MAX) {
        return 0;
    }
    struct loc_entry *place = add_entry(places);
    if (place == NULL) {
        return FORMAT_MEMORY;
    }
    memcpy(place->origin, origin, sizeof(place->origin));
    copy_message(place->name, name);
    return 0;
}

static void take_pair(struct entity *entity, const char *key, const char *value)
{
    if (strcmp(key, "classname") == 0) {
        memcpy(entity->class_name, value, TOKEN_BYTES);
    } else if (strcmp(key, "origin") == 0) {
        memcpy(entity->origin, value, TOKEN_BYTES);
    } else if (strcmp(key, "message") == 0) {
        memcpy(entity->message, value, TOKEN_BYTES);
    } else if (strcmp(key, "spawnflags") == 0) {
        entity->mega = (strtol(value, NULL, 10) & MEGAHEALTH) != 0;
    }
}

int loc_file_add_entities(struct loc_file *places, const char *entities)
{
    char key[TOKEN_BYTES] = "", value[TOKEN_BYTES] = "";
    struct entity entity = {0};
    bool quoted = false;
    int status = 0;
    while (status == 0 && take_token(&entities, key, &quoted)) {
        if (!quoted && key[0] == '{') {
            entity = (struct entity){0};
        } else if (!quoted && key[0] == '}') {
            status = add_entity(places, &entity);
            entity = (struct entity){0};
        } else if (quoted && take_token(&entities, value, &quoted) && quoted) {
            take_pair(&entity, key, value);
        }
    }
    return status;
}
