/* Fuzz target: names of places, from .loc files and from maps; entities of maps. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "formats/maps/entity_text.h"
#include "formats/maps/loc_file.h"
#include "formats/maps/map_entities.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_map(const uint8_t *data, size_t size)
{
    struct format_error err = {0};
    char *entities;
    const int code = map_entities_read(&entities, data, size, &err);
    if ((code == 0) != (entities != NULL) || (code != 0 && err.offset > size) ||
        (code == 0 && strlen(entities) > size)) {
        abort();
    }
    free(entities);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const float middle[3] = {0.0f, 0.0f, 0.0f};
    struct loc_file places = {0};
    char *text = malloc(size + 1);
    if (!text) {
        return 0;
    }
    if (size > 0) {
        memcpy(text, data, size);
    }
    text[size] = '\0';
    if (loc_file_add_text(&places, data, size) < 0 || loc_file_add_entities(&places, text) < 0) {
        abort();
    }
    for (uint32_t i = 0; i < places.count; i++) {
        if (!memchr(places.list[i].name, '\0', LOC_NAME_BYTES)) {
            abort();
        }
    }
    if (strlen(loc_file_nearest(&places, middle)) >= LOC_NAME_BYTES) {
        abort();
    }
    check_map(data, size);
    loc_file_free(&places);
    const char *at = text;
    for (struct map_entity entity; entity_text_next(&at, &entity);) {
        if (at > text + size || !memchr(entity.class_name, '\0', ENTITY_TEXT_BYTES) ||
            !memchr(entity.message, '\0', ENTITY_TEXT_BYTES)) {
            abort();
        }
    }
    free(text);
    return 0;
}
