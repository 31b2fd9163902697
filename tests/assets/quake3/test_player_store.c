/* Choice of a Quake III player's model and skin files, with small packs. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/quake3/q3_data.h"
#include "tests/support/archives/zip_bytes.h"
#include "tests/support/quake3/md3_bytes.h"

struct pack {
    struct zip_bytes zip;
    struct game_files game;
    struct q3_data *data;
};

static void add_text(struct pack *p, const char *name, const char *text)
{
    zip_bytes_add(&p->zip, name, text, strlen(text));
}

static void add_model(struct pack *p, const char *name)
{
    struct byte_writer md3 = md3_bytes();
    zip_bytes_add(&p->zip, name, md3.data, md3.size);
    byte_writer_free(&md3);
}

static void add_animations(struct pack *p, const char *name)
{
    char text[31 * 16] = "";
    for (int i = 0; i < 31; i++) {
        (void)snprintf(text + strlen(text), 16, "%d 2 2 20\n", i * 2);
    }
    add_text(p, name, text);
}

/* Models, animations and skins of a folder; skins: "default red", the words behind "lower_". */
static void add_player(struct pack *p, const char *folder, const char *skins)
{
    static const char *const parts[] = {"lower", "upper", "head"};
    char name[128], word[32];
    int used;
    for (size_t i = 0; i < 3; i++) {
        (void)snprintf(name, sizeof(name), "models/players/%s/%s.md3", folder, parts[i]);
        add_model(p, name);
    }
    (void)snprintf(name, sizeof(name), "models/players/%s/animation.cfg", folder);
    add_animations(p, name);
    for (; sscanf(skins, "%31s%n", word, &used) == 1; skins += used) {
        for (size_t i = 0; i < 3; i++) {
            (void)snprintf(name, sizeof(name), "models/players/%s/%s_%s.skin", folder, parts[i],
                           word);
            add_text(p, name, "head,models/x\n");
        }
        (void)snprintf(name, sizeof(name), "models/players/%s/icon_%s.tga", folder, word);
        add_text(p, name, "");
    }
}

static void open_pack(struct pack *p)
{
    struct format_error err = {0};
    zip_bytes_end(&p->zip);
    p->game.files = files_create(NULL, NULL);
    cr_assert_not_null(p->game.files);
    p->game.found = true;
    cr_assert_eq(files_add_pak(p->game.files, "a.pk3", p->zip.out.data, p->zip.out.size), 0);
    cr_assert_eq(q3_data_open(&p->data, &p->game, 1, &err), 0);
}

static void close_pack(struct pack *p)
{
    q3_data_close(p->data);
    game_files_close(&p->game);
    zip_bytes_free(&p->zip);
}

static const struct player_model *get(struct pack *p, const char *model, const char *head,
                                      enum player_side side)
{
    const struct player_model_request request = {.model = model, .head = head, .side = side};
    const struct player_model *m = q3_data_player(p->data, &request);
    cr_assert_not_null(m);
    cr_expect_eq(q3_data_player(p->data, &request), m);
    return m;
}

#define EXPECT_SKINS(m, lower, upper, head)                                                        \
    do {                                                                                           \
        cr_assert(!(m)->placeholder);                                                              \
        cr_expect_str_eq((m)->legs_skin->name, "models/players/" lower);                           \
        cr_expect_str_eq((m)->torso_skin->name, "models/players/" upper);                          \
        cr_expect_str_eq((m)->head_skin->name, "models/players/" head);                            \
    } while (0)

Test(player_store, without_teams_the_skin_that_was_chosen_counts)
{
    struct pack p = {0};
    add_player(&p, "a", "default blue x_default");
    open_pack(&p);
    const struct player_model *m = get(&p, "a", "", PLAYER_FREE);
    EXPECT_SKINS(m, "a/lower_default.skin", "a/upper_default.skin", "a/head_default.skin");
    cr_expect_str_eq(m->legs->name, "models/players/a/lower");
    cr_expect_str_eq(m->torso->name, "models/players/a/upper");
    cr_expect_str_eq(m->head->name, "models/players/a/head");
    cr_expect_str_eq(m->icon, "models/players/a/icon_default.tga");
    cr_expect_str_eq(m->folder, "a");
    cr_expect_eq(m->animations->at[Q3_ANIM_DEAD1].first, 2);
    m = get(&p, "a/blue", "a/default", PLAYER_FREE);
    EXPECT_SKINS(m, "a/lower_blue.skin", "a/upper_blue.skin", "a/head_default.skin");
    close_pack(&p);
}

Test(player_store, in_teams_the_teams_colour_wins_but_for_a_skin_of_both)
{
    struct pack p = {0};
    add_player(&p, "a", "default blue red x_blue x");
    open_pack(&p);
    EXPECT_SKINS(get(&p, "a/x", "", PLAYER_RED), "a/lower_red.skin", "a/upper_red.skin",
                 "a/head_red.skin");
    /* A head's team colour is in the skin's folder, not after the skin's name. */
    EXPECT_SKINS(get(&p, "a/x", "", PLAYER_BLUE), "a/lower_x_blue.skin", "a/upper_x_blue.skin",
                 "a/head_blue.skin");
    EXPECT_SKINS(get(&p, "a/x", "", PLAYER_FREE), "a/lower_x.skin", "a/upper_x.skin",
                 "a/head_x.skin");
    close_pack(&p);
}

Test(player_store, heads_and_characters_have_folders_of_their_own)
{
    struct pack p = {0};
    add_player(&p, "a", "default");
    add_player(&p, "characters/b", "default");
    add_model(&p, "models/players/heads/h/h.md3");
    add_text(&p, "models/players/heads/h/head_default.skin", "h_head,x\n");
    add_text(&p, "models/players/heads/h/icon_default.skin", "");
    add_text(&p, "models/players/heads/h/gold/head_default.skin", "h_head,x\n");
    add_text(&p, "models/players/heads/h/gold/icon_default.tga", "");
    open_pack(&p);
    const struct player_model *m = get(&p, "b", "*h", PLAYER_FREE);
    cr_expect_str_eq(m->legs->name, "models/players/characters/b/lower");
    cr_expect_str_eq(m->head->name, "models/players/heads/h/h");
    cr_expect_str_eq(m->icon, "models/players/heads/h/icon_default.skin");
    EXPECT_SKINS(m, "characters/b/lower_default.skin", "characters/b/upper_default.skin",
                 "heads/h/head_default.skin");
    m = get(&p, "a", "h", PLAYER_FREE); /* found there without the star, too */
    cr_expect_str_eq(m->head->name, "models/players/heads/h/h");
    m = get(&p, "a", "*a", PLAYER_FREE); /* '*' has no fallback: no model, not even sarge */
    cr_expect(m->placeholder);
    m = get(&p, "a", "h/gold", PLAYER_FREE);
    cr_expect_str_eq(m->head_skin->name, "models/players/heads/h/gold/head_default.skin");
    close_pack(&p);
}

Test(player_store, who_is_not_whole_is_replaced)
{
    struct pack p = {0};
    add_player(&p, "sarge", "default red blue");
    add_player(&p, "james", "red blue");
    add_model(&p, "models/players/heads/james/james.md3");
    add_text(&p, "models/players/heads/james/head_blue.skin", "h_head,x\n");
    add_text(&p, "models/players/heads/james/icon_blue.tga", "");
    add_player(&p, "half", "red");
    add_model(&p, "models/players/none/lower.md3");
    open_pack(&p);
    cr_expect_str_eq(get(&p, "none", "", PLAYER_FREE)->folder, "sarge");
    cr_expect_str_eq(get(&p, "half", "", PLAYER_FREE)->folder, "sarge");
    cr_expect_str_eq(get(&p, "half", "", PLAYER_RED)->folder, "half");
    cr_expect_str_eq(get(&p, "half", "", PLAYER_BLUE)->folder, "sarge");
    const struct player_model_request request = {
        .model = "half", .head = "", .side = PLAYER_BLUE, .stand_in = PLAYER_JAMES};
    const struct player_model *m = q3_data_player(p.data, &request);
    cr_expect_str_eq(m->folder, "james");
    cr_expect_str_eq(m->head_skin->name, "models/players/heads/james/head_blue.skin");
    cr_expect_eq(files_missing_count(p.game.files, FILES_WANT_MODEL), 4u);
    close_pack(&p);
}

Test(player_store, without_any_model_there_is_a_placeholder)
{
    static const char *const names[] = {
        "",
        "/",
        "*",
        "a/b/c",
        "../../etc/passwd",
        "/etc/passwd",
        "c:\\x",
        "%s%n",
        "a_name_that_is_much_longer_than_any_name_the_original_would_take_and_then_some/more"};
    struct pack p = {0};
    add_text(&p, "readme.txt", "");
    open_pack(&p);
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        const struct player_model *m = get(&p, names[i], names[i], PLAYER_RED);
        cr_expect(m->placeholder && m->legs && m->legs->missing && !m->torso, "%s", names[i]);
        cr_expect_gt(m->legs->maxs[2], m->legs->mins[2]);
    }
    close_pack(&p);
}

Test(player_store, what_was_asked_before_does_not_matter)
{
    static const char *const names[] = {"a", "a/x", "b", "sarge", "a/red"};
    struct pack p = {0}, q = {0};
    for (struct pack *one = &p; one; one = one == &p ? &q : NULL) {
        add_player(one, "a", "default red x");
        add_player(one, "sarge", "default red");
        open_pack(one);
    }
    const struct player_model *forward[5], *backward[5];
    for (int i = 0; i < 5; i++) {
        forward[i] = get(&p, names[i], "", i % 2 ? PLAYER_RED : PLAYER_FREE);
    }
    for (int i = 4; i >= 0; i--) {
        backward[i] = get(&q, names[i], "", i % 2 ? PLAYER_RED : PLAYER_FREE);
    }
    for (int i = 0; i < 5; i++) {
        cr_expect_str_eq(forward[i]->folder, backward[i]->folder);
        cr_expect_str_eq(forward[i]->legs_skin->name, backward[i]->legs_skin->name);
        cr_expect_str_eq(forward[i]->icon, backward[i]->icon);
    }
    close_pack(&p);
    close_pack(&q);
}
