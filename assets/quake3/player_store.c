#include "assets/quake3/player_store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/quake3/q3_data.h"

/* Who was asked for, and what was found. Entries never move: they are handed out. */
struct entry {
    struct entry *next;
    enum player_side side;
    enum player_stand_in stand_in;
    bool flip_flop;
    char names[2][PLAYER_NAME]; /* model, head */
    struct player_model model;
};

enum { BUCKETS = 64 };

struct player_store {
    struct q3_data *data;
    struct entry *buckets[BUCKETS];
};

/* A name cut at its slash; longer ones than the original takes are cut. */
struct names {
    char model[PLAYER_NAME], skin[PLAYER_NAME];
    char head[PLAYER_NAME], head_skin[PLAYER_NAME];
};

static void split_name(const char *text, char *name, char *skin)
{
    const char *slash = strchr(text, '/');
    const int length = slash ? (int)(slash - text) : (int)strlen(text);
    (void)snprintf(name, PLAYER_NAME, "%.*s", length < PLAYER_NAME ? length : PLAYER_NAME, text);
    (void)snprintf(skin, PLAYER_NAME, "%s", slash ? slash + 1 : "default");
}

static struct names names_of(const char *model, const char *head)
{
    struct names n;
    split_name(model, n.model, n.skin);
    split_name(*head != '\0' ? head : model, n.head, n.head_skin);
    return n;
}

static const char *side_word(enum player_side side)
{
    return side == PLAYER_FREE ? "default" : side == PLAYER_BLUE ? "blue" : "red";
}

/* A team's colours win over the skin that was chosen, but for a file of both. */
static bool find_in(struct q3_data *data, const char *folder, const char *base,
                    const struct names *n, enum player_side side, const char *ending,
                    char file[PLAYER_FILE])
{
    const char *word = side_word(side);
    (void)snprintf(file, PLAYER_FILE, "%s%s/%s_%s_%s.%s", folder, n->model, base, n->skin, word,
                   ending);
    if (q3_data_has_file(data, file)) {
        return true;
    }
    (void)snprintf(file, PLAYER_FILE, "%s%s/%s_%s.%s", folder, n->model, base,
                   side == PLAYER_FREE ? n->skin : word, ending);
    return q3_data_has_file(data, file);
}

static const struct q3_model_skin *find_skin(struct q3_data *data, const char *base,
                                             const struct names *n, enum player_side side)
{
    char file[PLAYER_FILE];
    return find_in(data, "models/players/", base, n, side, "skin", file) ||
                   find_in(data, "models/players/characters/", base, n, side, "skin", file)
               ? q3_data_skin(data, file)
               : NULL;
}

static bool find_head_in(struct q3_data *data, const char *folder, const char *head,
                         const char *base, const struct names *n, enum player_side side,
                         const char *ending, char file[PLAYER_FILE])
{
    const char *word = side_word(side);
    (void)snprintf(file, PLAYER_FILE, "models/players/%s%s/%s/%s_%s.%s", folder, head, n->head_skin,
                   base, word, ending);
    if (q3_data_has_file(data, file)) {
        return true;
    }
    (void)snprintf(file, PLAYER_FILE, "models/players/%s%s/%s_%s.%s", folder, head, base,
                   side == PLAYER_FREE ? n->head_skin : word, ending);
    return q3_data_has_file(data, file);
}

/* What belongs to the head; one with a star lives among the heads alone. */
static bool find_head_file(struct q3_data *data, const char *base, const struct names *n,
                           enum player_side side, const char *ending, char file[PLAYER_FILE])
{
    const bool star = n->head[0] == '*';
    const char *head = n->head + star;
    return (!star && find_head_in(data, "", head, base, n, side, ending, file)) ||
           find_head_in(data, "heads/", head, base, n, side, ending, file);
}

static const struct q3_model *find_body_part(struct q3_data *data, const char *base,
                                             const struct names *n)
{
    char file[PLAYER_FILE];
    (void)snprintf(file, sizeof(file), "models/players/%s/%s.md3", n->model, base);
    const struct q3_model *model = q3_data_model_if_there(data, file);
    if (!model) {
        (void)snprintf(file, sizeof(file), "models/players/characters/%s/%s.md3", n->model, base);
        model = q3_data_model_if_there(data, file);
    }
    return model;
}

static const struct q3_model *find_head(struct q3_data *data, const struct names *n)
{
    char file[PLAYER_FILE];
    const bool star = n->head[0] == '*';
    const struct q3_model *model = NULL;
    if (!star) {
        (void)snprintf(file, sizeof(file), "models/players/%s/head.md3", n->head);
        model = q3_data_model_if_there(data, file);
    }
    if (!model) {
        const char *head = n->head + star;
        (void)snprintf(file, sizeof(file), "models/players/heads/%s/%s.md3", head, head);
        model = q3_data_model_if_there(data, file);
    }
    return model;
}

static const struct q3_animations *find_animations(struct q3_data *data, const struct names *n,
                                                   bool flip_flop)
{
    char file[PLAYER_FILE];
    (void)snprintf(file, sizeof(file), "models/players/%s/animation.cfg", n->model);
    const struct q3_animations *animations = q3_data_animations(data, file, flip_flop);
    if (!animations) {
        (void)snprintf(file, sizeof(file), "models/players/characters/%s/animation.cfg", n->model);
        animations = q3_data_animations(data, file, flip_flop);
    }
    return animations;
}

/* All of a player, or false: as in the original, one file missing is the whole player missing. */
static bool dress(struct q3_data *data, const struct names *n, const struct player_wish *wish,
                  struct player_model *m)
{
    char file[PLAYER_FILE];
    memset(m, 0, sizeof(*m));
    m->legs = find_body_part(data, "lower", n);
    m->torso = m->legs ? find_body_part(data, "upper", n) : NULL;
    m->head = m->torso ? find_head(data, n) : NULL;
    m->legs_skin = m->head ? find_skin(data, "lower", n, wish->side) : NULL;
    m->torso_skin = m->legs_skin ? find_skin(data, "upper", n, wish->side) : NULL;
    if (m->torso_skin && find_head_file(data, "head", n, wish->side, "skin", file)) {
        m->head_skin = q3_data_skin(data, file);
    }
    m->animations = m->head_skin ? find_animations(data, n, wish->flip_flop) : NULL;
    if (!m->animations || (!find_head_file(data, "icon", n, wish->side, "skin", m->icon) &&
                           !find_head_file(data, "icon", n, wish->side, "tga", m->icon))) {
        return false;
    }
    memcpy(m->folder, n->model, sizeof(m->folder));
    return true;
}

/* The team's stand-in keeps the skin that was chosen. */
static bool dress_stand_in(struct q3_data *data, const struct names *asked,
                           const struct player_wish *wish, struct player_model *m)
{
    static const char *const models[] = {"sarge", "sergei", "james"};
    static const char *const heads[] = {"sarge", "sergei", "*james"};
    struct names n = names_of(models[wish->stand_in], heads[wish->stand_in]);
    if (wish->side == PLAYER_FREE) {
        return false;
    }
    memcpy(n.skin, asked->skin, sizeof(n.skin));
    memcpy(n.head_skin, asked->head_skin, sizeof(n.head_skin));
    return dress(data, &n, wish, m);
}

static void dress_anyhow(struct q3_data *data, const struct player_wish *wish,
                         struct player_model *m)
{
    const struct names asked = names_of(wish->model, wish->head), sarge = names_of("sarge", "");
    if (dress(data, &asked, wish, m)) {
        return;
    }
    if (dress_stand_in(data, &asked, wish, m) || dress(data, &sarge, wish, m)) {
        return;
    }
    char file[PLAYER_FILE];
    memset(m, 0, sizeof(*m));
    m->placeholder = true;
    memcpy(m->folder, asked.model, sizeof(m->folder));
    (void)snprintf(file, sizeof(file), "models/players/%s/lower.md3", asked.model);
    m->legs = q3_data_model(data, file, NULL);
}

static uint32_t bucket_of(const struct player_wish *wish)
{
    uint32_t hash = (uint32_t)wish->side;
    for (const char *c = wish->model; *c != '\0'; c++) {
        hash = hash * 31 + (unsigned char)*c;
    }
    return hash % BUCKETS;
}

static bool is_that(const struct entry *e, const struct player_wish *wish)
{
    return e->side == wish->side && e->stand_in == wish->stand_in &&
           e->flip_flop == wish->flip_flop && strcmp(e->names[0], wish->model) == 0 &&
           strcmp(e->names[1], wish->head) == 0;
}

struct player_store *player_store_create(struct q3_data *data)
{
    struct player_store *store = calloc(1, sizeof(*store));
    if (store) {
        store->data = data;
    }
    return store;
}

void player_store_destroy(struct player_store *store)
{
    for (size_t i = 0; store && i < BUCKETS; i++) {
        for (struct entry *e = store->buckets[i], *next; e; e = next) {
            next = e->next;
            free(e);
        }
    }
    free(store);
}

const struct player_model *player_store_get(struct player_store *store,
                                            const struct player_wish *asked)
{
    char model[PLAYER_NAME], head[PLAYER_NAME];
    struct player_wish wish = *asked;
    (void)snprintf(model, sizeof(model), "%s", asked->model);
    (void)snprintf(head, sizeof(head), "%s", asked->head);
    wish.model = model;
    wish.head = head;
    struct entry **bucket = &store->buckets[bucket_of(&wish)];
    for (struct entry *e = *bucket; e; e = e->next) {
        if (is_that(e, &wish)) {
            return &e->model;
        }
    }
    struct entry *e = calloc(1, sizeof(*e));
    if (!e) {
        return NULL;
    }
    e->side = wish.side;
    e->stand_in = wish.stand_in;
    e->flip_flop = wish.flip_flop;
    memcpy(e->names[0], model, sizeof(model));
    memcpy(e->names[1], head, sizeof(head));
    dress_anyhow(store->data, &wish, &e->model);
    if (e->model.placeholder && !e->model.legs) { /* memory ran out */
        free(e);
        return NULL;
    }
    e->next = *bucket;
    *bucket = e;
    return &e->model;
}
