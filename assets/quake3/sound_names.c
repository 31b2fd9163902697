#include "assets/quake3/sound_names.h"

#include <stdio.h>
#include <string.h>

#include "formats/scripts/q3_animation.h"

#define EVERYBODY "sarge"

enum { MODEL_NAME = 64 };

/* Parses the next model of "*keel*james/..." and advances *at; false at the end. */
static bool next_model(const char **at, char model[MODEL_NAME])
{
    size_t length = 0;
    if (**at != '*') {
        return false;
    }
    for ((*at)++; **at != '*' && **at != '/' && **at != '\0'; (*at)++) {
        if (length + 1 < MODEL_NAME) {
            model[length++] = **at;
        }
    }
    model[length] = '\0';
    return true;
}

/* Names come from demos: none leads out of the folder of players. */
static bool is_model(const char *model)
{
    return model[0] != '\0' && !strpbrk(model, "\\:") && !strstr(model, "..");
}

static bool find_in(struct sound_store *store, const char *model, const char *what,
                    char file[SOUND_NAME])
{
    if (!is_model(model)) {
        return false;
    }
    const int length = snprintf(file, SOUND_NAME, "sound/player/%s/%s", model, what);
    return length > 0 && length < SOUND_NAME && sound_store_has(store, file);
}

static void find_of_player(struct sound_store *store, const char *models, const char *what,
                           char file[SOUND_NAME])
{
    char model[MODEL_NAME];
    while (next_model(&models, model)) {
        if (find_in(store, model, what, file)) {
            return;
        }
    }
    (void)snprintf(file, SOUND_NAME, "sound/player/" EVERYBODY "/%s", what);
}

/* True if the model exists; sets its footsteps. */
static bool find_steps(struct files *files, const char *model, enum q3_footsteps *steps)
{
    static const char *const folders[] = {"models/players/", "models/players/characters/"};
    bool found = false;
    for (size_t i = 0; is_model(model) && !found && i < 2; i++) {
        struct q3_animations animations;
        struct format_error err;
        struct files_ref ref;
        char name[SOUND_NAME];
        (void)snprintf(name, sizeof(name), "%s%s/animation.cfg", folders[i], model);
        if (!files_has(files, name) || files_get(files, name, &ref) < 0) {
            continue;
        }
        found = q3_animations_read(&animations, ref.data, ref.size, false, &err) == 0;
        *steps = found ? animations.footsteps : *steps;
        files_release(files, &ref);
    }
    return found;
}

static void find_footstep(struct files *files, const char *models, const char *number,
                          char file[SOUND_NAME])
{
    static const char *const kinds[] = {[Q3_FOOTSTEPS_NORMAL] = "step",
                                        [Q3_FOOTSTEPS_BOOT] = "boot",
                                        [Q3_FOOTSTEPS_FLESH] = "flesh",
                                        [Q3_FOOTSTEPS_MECH] = "mech",
                                        [Q3_FOOTSTEPS_ENERGY] = "energy"};
    enum q3_footsteps steps = Q3_FOOTSTEPS_NORMAL;
    char model[MODEL_NAME];
    bool found = false;
    while (!found && next_model(&models, model)) {
        found = find_steps(files, model, &steps);
    }
    if (!found) {
        (void)find_steps(files, EVERYBODY, &steps);
    }
    (void)snprintf(file, SOUND_NAME, "sound/player/footsteps/%s%.1s.wav", kinds[steps], number);
}

/* Copies a file name of `length` bytes, with slashes. */
static void take_plain(const char *name, size_t length, char file[SOUND_NAME])
{
    const size_t slash = length > 0 && (name[0] == '/' || name[0] == '\\') ? 1 : 0;
    (void)snprintf(file, SOUND_NAME, "%.*s", (int)(length - slash), name + slash);
    for (char *c = file; *c != '\0'; c++) {
        *c = *c == '\\' ? '/' : *c;
    }
}

void sound_names_find(struct files *files, struct sound_store *store, const char *name,
                      char file[SOUND_NAME])
{
    static const char step[] = "footstep";
    const char *slash = strchr(name, '/');
    if (name[0] == '*' && slash) {
        if (strncmp(slash + 1, step, sizeof(step) - 1) == 0) {
            find_footstep(files, name, slash + sizeof(step), file);
        } else {
            find_of_player(store, name, slash + 1, file);
        }
        return;
    }
    const size_t first = strcspn(name, "|");
    take_plain(name, first, file);
    bool found = name[first] == '\0' || sound_store_has(store, file);
    for (const char *at = name + first; *at == '|' && !found;) {
        const size_t length = strcspn(++at, "|");
        take_plain(at, length, file);
        found = sound_store_has(store, file);
        at += length;
    }
    if (!found) {
        take_plain(name, first, file);
    }
}
