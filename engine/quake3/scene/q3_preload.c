#include "engine/quake3/scene/q3_preload.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/quake3/q3_items.h"
#include "engine/quake3/q3_trajectory.h"
#include "engine/quake3/scene/q3_weapons.h"
#include "formats/base/info_string.h"

enum {
    CS_ITEMS = 27, /* configstring: a digit for each item, '1' = the level has it */
    MODELS = 256,
    NAMES = 1024,
    NAME_SIZE = 96
};

struct names {
    char text[NAMES][NAME_SIZE];
    const char *list[NAMES];
    size_t count;
};

static void add_name(struct names *names, const char *format, const char *a, const char *b)
{
    if (names->count < NAMES) {
        char *to = names->text[names->count];
        snprintf(to, NAME_SIZE, format, a, b);
        names->list[names->count++] = to;
    }
}

static void add_file(struct names *names, const char *name)
{
    if (name) {
        add_name(names, "%.90s%s", name, "");
    }
}

/* A weapon is seen with its barrel, its flash and a hand. */
static void add_item(struct names *names, const struct q3_item *item)
{
    add_file(names, item->model);
    add_file(names, item->second);
    const char *dot =
        item->kind == Q3_ITEM_WEAPON && item->model ? strrchr(item->model, '.') : NULL;
    if (dot) {
        static const char *const ends[] = {"_barrel.md3", "_flash.md3", "_hand.md3"};
        char bare[NAME_SIZE];
        snprintf(bare, sizeof(bare), "%.*s", (int)(dot - item->model), item->model);
        for (int i = 0; i < 3; i++) {
            add_name(names, "%.70s%s", bare, ends[i]);
        }
    }
}

static void add_items(struct names *names, const struct q3_interp *m)
{
    const char *flags = q3_gamestate_string(&m->state->gamestate, CS_ITEMS);
    for (int32_t i = 1; flags[0] && flags[i]; i++) {
        const struct q3_item *item = flags[i] == '1' ? q3_item_of(m->game, m->mod, i) : NULL;
        if (item) {
            add_item(names, item);
        }
    }
    for (int32_t i = 1; i < Q3_WEAPONS; i++) {
        const struct q3_weapon *weapon = q3_weapon_of(m->mod, i);
        if (weapon) {
            add_file(names, weapon->missile);
        }
    }
}

/* "sarge/blue" of a folder of players. */
static void add_player_part(struct names *names, const char *request, const char *part)
{
    char folder[NAME_SIZE / 2], skin[NAME_SIZE / 2] = "default", path[NAME_SIZE];
    snprintf(folder, sizeof(folder), "%s", request);
    char *slash = strchr(folder, '/');
    if (slash) {
        *slash = '\0';
        snprintf(skin, sizeof(skin), "%s", slash + 1);
    }
    if (folder[0] == '\0' || folder[0] == '*') {
        return;
    }
    snprintf(path, sizeof(path), "models/players/%.32s/%s", folder, part);
    add_name(names, "%.70s.md3%s", path, "");
    add_name(names, "%.60s_%.20s.skin", path, skin);
}

static void add_players(struct names *names, const struct q3_interp *m)
{
    for (uint32_t i = 0; i < Q3_PLAYERS; i++) {
        const char *info = q3_gamestate_string(&m->state->gamestate, m->game->players + i);
        char model[NAME_SIZE / 2], head[NAME_SIZE / 2];
        info_copy(info, "model", INFO_KEYS_ANY_CASE, model, sizeof(model));
        info_copy(info, "hmodel", INFO_KEYS_ANY_CASE, head, sizeof(head));
        add_player_part(names, model, "lower");
        add_player_part(names, model, "upper");
        add_player_part(names, head[0] ? head : model, "head");
    }
}

static void add_models(struct names *names, const struct q3_interp *m)
{
    for (uint32_t i = 1; i < MODELS; i++) {
        const char *name = q3_gamestate_string(&m->state->gamestate, m->game->models + i);
        if (name[0] != '*' && strchr(name, '/')) {
            add_file(names, name);
        }
    }
}

/* Models of shots and impacts of the original's weapons. Team Arena's are rare and left out.
 */
static void add_effects(struct names *names)
{
    static const char *const all[] = {
        "bulletExplosion", "grenadeExplosion", "rocketExplosion",  "railExplosion",
        "plasmaExplosion", "bfgExplosion",     "bloodExplosion",   "viewBloodBlend",
        "teleportEffect",  "smokePuff",        "shotgunSmokePuff", "hasteSmokePuff",
        "waterBubble",     "railCore",         "railDisc",         "lightningBoltNew",
        "gfx/misc/tracer", "sprites/plasma1",
    };
    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
        add_file(names, all[i]);
    }
}

void q3_preload(struct q3_build *b)
{
    struct names *names = calloc(1, sizeof(*names));
    if (names) { /* else it takes longer later */
        add_players(names, &b->interp);
        add_items(names, &b->interp);
        add_models(names, &b->interp);
        add_effects(names);
        q3_data_preload(b->data, names->list, names->count);
        free(names);
    }
}
