#include "assets/quake3/player_store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/name_map.h"
#include "assets/quake3/q3_data.h"

struct player_store {
    struct q3_data *data;
    struct files *files;
    struct name_map players; /* struct player_model, by all of the request */
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

/* Finds the file of skin and team, else the team's; without teams, the skin's. */
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

/* Finds a file of the head. A head with '*' is searched in "heads/" only. */
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
static bool load_player_files(struct q3_data *data, const struct names *n,
                              const struct player_model_request *request, struct player_model *m)
{
    char file[PLAYER_FILE];
    memset(m, 0, sizeof(*m));
    m->legs = find_body_part(data, "lower", n);
    m->torso = m->legs ? find_body_part(data, "upper", n) : NULL;
    m->head = m->torso ? find_head(data, n) : NULL;
    m->legs_skin = m->head ? find_skin(data, "lower", n, request->side) : NULL;
    m->torso_skin = m->legs_skin ? find_skin(data, "upper", n, request->side) : NULL;
    if (m->torso_skin && find_head_file(data, "head", n, request->side, "skin", file)) {
        m->head_skin = q3_data_skin(data, file);
    }
    m->animations = m->head_skin ? find_animations(data, n, request->flip_flop) : NULL;
    if (!m->animations || (!find_head_file(data, "icon", n, request->side, "skin", m->icon) &&
                           !find_head_file(data, "icon", n, request->side, "tga", m->icon))) {
        return false;
    }
    memcpy(m->folder, n->model, sizeof(m->folder));
    return true;
}

/* The team's stand-in keeps the skin that was chosen. */
static bool dress_stand_in(struct q3_data *data, const struct names *asked,
                           const struct player_model_request *request, struct player_model *m)
{
    static const char *const models[] = {"sarge", "james"};
    static const char *const heads[] = {"sarge", "*james"};
    struct names n = names_of(models[request->stand_in], heads[request->stand_in]);
    if (request->side == PLAYER_FREE) {
        return false;
    }
    memcpy(n.skin, asked->skin, sizeof(n.skin));
    memcpy(n.head_skin, asked->head_skin, sizeof(n.head_skin));
    return load_player_files(data, &n, request, m);
}

/* Logs the substitution. A damaged file has another line in the log. */
static void log_substitution(struct files *files, const struct names *asked,
                             const struct player_model *m)
{
    char name[2 * PLAYER_NAME + 16], line[4 * PLAYER_NAME];
    (void)snprintf(line, sizeof(line),
                   "models/players/%s: not there with skin %s, %s is seen instead", asked->model,
                   asked->skin, m->folder);
    (void)snprintf(name, sizeof(name), "models/players/%s/%s", asked->model, asked->skin);
    files_log_piece(files, name, line);
    files_note_missing(files, FILES_WANT_MODEL);
}

/* True if memory ran out; keeps the note of it. */
static bool lacks_memory(struct player_store *store)
{
    const bool lacks = files_lacked_memory(store->files);
    if (lacks) {
        files_note_lack(store->files);
    }
    return lacks;
}

/* Out of memory: no file is reported as missing, it may exist. */
static void dress_anyhow(struct player_store *store, const struct player_model_request *request,
                         struct player_model *m)
{
    struct q3_data *data = store->data;
    const struct names asked = names_of(request->model, request->head),
                       sarge = names_of("sarge", "");
    if (load_player_files(data, &asked, request, m) || lacks_memory(store)) {
        return;
    }
    const bool stands_in =
        dress_stand_in(data, &asked, request, m) || load_player_files(data, &sarge, request, m);
    if (lacks_memory(store)) {
        return;
    }
    if (stands_in) {
        log_substitution(store->files, &asked, m);
        return;
    }
    char file[PLAYER_FILE];
    memset(m, 0, sizeof(*m));
    m->placeholder = true;
    memcpy(m->folder, asked.model, sizeof(m->folder));
    (void)snprintf(file, sizeof(file), "models/players/%s/lower.md3", asked.model);
    m->legs = q3_data_model(data, file, NULL);
}

struct player_store *player_store_create(struct q3_data *data, struct files *files)
{
    struct player_store *store = calloc(1, sizeof(*store));
    if (store) {
        store->data = data;
        store->files = files;
    }
    return store;
}

void player_store_destroy(struct player_store *store)
{
    if (store) {
        name_map_clear(&store->players, free);
        free(store);
    }
}

/* A player that lacks a part for want of memory is not to be kept: false. */
static bool dress_whole(struct player_store *store, const struct player_model_request *request,
                        struct player_model *m)
{
    const bool lacked = files_lacked_memory(store->files);
    dress_anyhow(store, request, m);
    const bool lacks = files_lacked_memory(store->files) || !m->legs;
    if (lacked) {
        files_note_lack(store->files);
    }
    return !lacks;
}

const struct player_model *player_store_get(struct player_store *store,
                                            const struct player_model_request *asked)
{
    char model[PLAYER_NAME], head[PLAYER_NAME], key[2 * PLAYER_NAME + 8];
    struct player_model_request request = *asked;
    (void)snprintf(model, sizeof(model), "%s", asked->model);
    (void)snprintf(head, sizeof(head), "%s", asked->head);
    request.model = model;
    request.head = head;
    /* No name of a player has a backslash in it. */
    (void)snprintf(key, sizeof(key), "%c%c%c\\%s\\%s", '0' + (char)(request.side & 7),
                   '0' + (char)(request.stand_in & 7), '0' + (char)request.flip_flop, model, head);
    struct player_model *m = name_map_get(&store->players, key);
    if (m) {
        return m;
    }
    m = calloc(1, sizeof(*m));
    if (!m || !dress_whole(store, &request, m) || name_map_put(&store->players, key, m) < 0) {
        free(m);
        files_note_lack(store->files);
        return NULL;
    }
    return m;
}
