/* Fuzz target: names of places, from .loc files and from maps. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "formats/maps/places.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const float middle[3] = {0.0f, 0.0f, 0.0f};
    struct places places = {0};
    char *text = malloc(size + 1);
    if (!text) {
        return 0;
    }
    if (size > 0) {
        memcpy(text, data, size);
    }
    text[size] = '\0';
    if (places_add_loc(&places, data, size) < 0 || places_add_entities(&places, text) < 0) {
        abort();
    }
    for (uint32_t i = 0; i < places.count; i++) {
        if (!memchr(places.list[i].name, '\0', PLACE_NAME_BYTES)) {
            abort();
        }
    }
    if (strlen(places_nearest(&places, middle)) >= PLACE_NAME_BYTES) {
        abort();
    }
    places_free(&places);
    free(text);
    return 0;
}
