#include "formats/maps/loc_file.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/arrays.h"
#include "formats/maps/entity_text.h"

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

enum { MEGAHEALTH = 2 /* spawnflag */ };

static const char *item_name(const struct map_entity *entity)
{
    if (strcmp(entity->class_name, "item_health") == 0) {
        return (entity->spawn_flags & MEGAHEALTH) != 0 ? "mh" : NULL;
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

static int add_entity(struct loc_file *places, const struct map_entity *entity)
{
    const char *name = entity->has_origin ? item_name(entity) : NULL;
    if (name == NULL || places->count >= LOC_FILE_ENTRIES_MAX) {
        return 0;
    }
    struct loc_entry *place = add_entry(places);
    if (place == NULL) {
        return FORMAT_MEMORY;
    }
    memcpy(place->origin, entity->origin, sizeof(place->origin));
    copy_message(place->name, name);
    return 0;
}

int loc_file_add_entities(struct loc_file *places, const char *entities)
{
    struct map_entity entity;
    int status = 0;
    while (status == 0 && entity_text_next(&entities, &entity)) {
        status = add_entity(places, &entity);
    }
    return status;
}
