#include "engine/events/level_names.h"

#include <stdio.h>
#include <stdlib.h>

#include "assets/quake/loc_store.h"
#include "formats/maps/map_entities.h"

struct level_names {
    struct files *files;
    struct loc_store *store;
    const struct loc_file *places; /* of the level; NULL = it is not there */
};

struct level_names *level_names_create(struct files *files)
{
    struct level_names *names = calloc(1, sizeof *names);
    if (names) {
        names->files = files;
        names->store = loc_store_create(files);
    }
    if (names && !names->store) {
        free(names);
        return NULL;
    }
    return names;
}

void level_names_destroy(struct level_names *names)
{
    if (names) {
        loc_store_destroy(names->store);
        free(names);
    }
}

int level_names_set(struct level_names *names, const char *level)
{
    char path[GAME_NAME + 16];
    struct files_ref ref;
    struct format_error err;
    char *entities = NULL;
    names->places = NULL;
    snprintf(path, sizeof path, "maps/%s.bsp", level);
    int code = files_get(names->files, path, &ref);
    if (code == 0) {
        code = map_entities_read(&entities, ref.data, ref.size, &err);
        files_release(names->files, &ref);
    }
    if (code == 0) {
        names->places = loc_store_get(names->store, path, entities);
    }
    free(entities);
    return code == FORMAT_MEMORY ? code : 0;
}

static const char *name_of(const struct level_names *names, const struct game_side *side)
{
    return names->places && side->has_place ? loc_file_nearest(names->places, side->place) : "";
}

struct event_places level_names_of(const struct level_names *names, const struct game_event *event)
{
    return (struct event_places){name_of(names, &event->player), name_of(names, &event->other)};
}
