/* Models with their levels of detail, skins, animations; what is missing. */
#include <criterion/criterion.h>
#include <string.h>

#include "tests/assets/quake3/data_stage.h"
#include "tests/support/quake3/md3_bytes.h"
#include "tests/support/real_data.h"
#include "tests/support/scarce.h"

static struct data_stage stage;

static void add_model(const char *name)
{
    struct byte_writer w = md3_bytes();
    zip_bytes_add(&stage.zip, name, w.data, w.size);
    byte_writer_free(&w);
}

static void fill_pack(void)
{
    stage = (struct data_stage){0};
    stage_tga(&stage, "models/x/skin.tga", 2, 2, 0xff112233);
    add_model("models/x/a.md3");
    add_model("models/x/a_1.md3");
    add_model("models/x/b.md3");
    add_model("models/x/b_2.md3");
    stage_text(&stage, "models/x/bad.md3", "IDP3");
    stage_text(&stage, "models/x/c.skin", "head, models/x/skin.tga\ntag_x,\nlegs,models/x/none\n");
    stage_text(&stage, "models/x/tags.skin", "tag_x,\ntag_y,\n");
    stage_text(&stage, "models/x/short.cfg", "sex f\n0 1 1 1\n");
}

Test(q3_models, levels_of_detail_and_materials)
{
    fill_pack();
    stage_open(&stage);
    const struct q3_model *a = q3_data_model(stage.data, "models\\x/A.md3", NULL);
    cr_assert(a && !a->missing && a->kind == Q3_MODEL_MD3 && a->num_lods == 2);
    cr_assert_eq(q3_data_model(stage.data, "models/x/a", NULL), a);
    cr_assert_eq(q3_data_model_if_there(stage.data, "models/x/a.md3"), a);
    cr_assert(a->mins[0] == -1.0f && a->maxs[2] == 3.0f);
    cr_assert_eq(a->lods[0].materials[0][0],
                 q3_data_material(stage.data, "models/x/Skin.tga", Q3_LIGHT_NONE));
    const struct q3_model *b = q3_data_model(stage.data, "models/x/b.md3", NULL);
    cr_assert(b->num_lods == 1 && b->id != a->id);
    cr_assert_eq(stage.talk.lines, 0, "%s", stage.talk.all);
    cr_assert_null(q3_data_model_if_there(stage.data, "models/x/none.md3"));
    cr_assert_eq(stage.talk.lines, 0);
    const struct q3_model *none = q3_data_model(stage.data, "models/x/none.md3", NULL);
    cr_assert(none->missing && none->num_lods == 1 && none->lods[0].md3.num_frames == 1);
    cr_assert(!none->lods[0].materials[0][0]->missing && none->maxs[0] == 20.0f);
    cr_assert(stage.talk.lines == 1 && strstr(stage.talk.last, "models/x/none.md3: not found"));
    cr_assert(q3_data_model(stage.data, "models/x/bad.md3", NULL)->missing);
    cr_assert(strstr(stage.talk.all, "models/x/bad.md3: "));
    stage_close(&stage);
}

/* The placeholder's triangles are clockwise seen from outside, by its normals. */
Test(q3_models, placeholder_faces_outward)
{
    struct q3_waves waves;
    fill_pack();
    stage_open(&stage);
    q3_waves_make(&waves);
    const struct md3 *md3 = &q3_data_model(stage.data, "none", NULL)->lods[0].md3;
    const struct md3_surface *s = &md3->surfaces[0];
    for (uint32_t i = 0; i < s->num_triangles; i++) {
        float e[2][3], normal[3];
        const struct md3_vertex *v = &s->vertices[s->triangles[i][0]];
        for (int k = 0; k < 2; k++) {
            for (int j = 0; j < 3; j++) {
                e[k][j] = (float)(s->vertices[s->triangles[i][k + 1]].xyz[j] - v->xyz[j]);
            }
        }
        q3_direction(&waves, v->latitude, v->longitude, normal);
        const float turn = (e[1][1] * e[0][2] - e[1][2] * e[0][1]) * normal[0] +
                           (e[1][2] * e[0][0] - e[1][0] * e[0][2]) * normal[1] +
                           (e[1][0] * e[0][1] - e[1][1] * e[0][0]) * normal[2];
        cr_assert_gt(turn, 1000.0f, "%u", (unsigned)i);
    }
    stage_close(&stage);
}

Test(q3_models, skins_and_animations)
{
    fill_pack();
    stage_open(&stage);
    const struct q3_model_skin *skin = q3_data_skin(stage.data, "models/x/C.skin");
    cr_assert(skin && skin->lines.count == 2 && !skin->only);
    cr_assert(!skin->materials[0]->missing && skin->materials[1]->missing);
    cr_assert_eq(skin->materials[1]->num_stages, 0);
    cr_assert(strstr(stage.talk.last, "models/x/none: no shader and no picture, nothing is drawn"));
    cr_assert(skin->unnamed->missing && skin->unnamed->num_stages == 1);
    cr_assert_eq(q3_data_skin(stage.data, "models/x/c.skin"), skin);
    cr_assert_null(q3_data_skin(stage.data, "models/x/none.skin"));
    cr_assert_null(q3_data_skin(stage.data, "models/x/tags.skin"));
    skin = q3_data_skin(stage.data, "models/x/skin");
    cr_assert(skin && skin->only && !skin->only->missing && skin->lines.count == 0);
    const unsigned lines = stage.talk.lines;
    cr_assert_null(q3_data_animations(stage.data, "models/x/none.cfg", false));
    cr_assert_eq(stage.talk.lines, lines);
    cr_assert_null(q3_data_animations(stage.data, "models/x/short.cfg", false));
    cr_assert(stage.talk.lines == lines + 1 && strstr(stage.talk.last, "models/x/short.cfg: "));
    cr_assert(q3_data_has_file(stage.data, "Models/x/a.md3") &&
              !q3_data_has_file(stage.data, "models/x") && !q3_data_has_file(stage.data, ""));
    stage_close(&stage);
}

/* Elsewhere it is a grey box. */
Test(q3_models, a_skin_keeps_what_is_before_a_fault_of_a_shader)
{
    fill_pack();
    stage_text(&stage, "scripts/x.shader",
               "models/x/half\n{\n{\nmap models/x/skin.tga\n}\n{\nmap none.tga\n}\n}\n");
    stage_text(&stage, "models/x/half.skin", "head,models/x/half\n");
    stage_open(&stage);
    const struct q3_model_skin *skin = q3_data_skin(stage.data, "models/x/half.skin");
    cr_assert_eq(skin->materials[0]->num_stages, 1);
    cr_assert_eq(skin->materials[0]->rules->num_stages, 2);
    cr_assert(stage.talk.lines == 1 && strstr(stage.talk.last, "none.tga is missing, what is"),
              "%s", stage.talk.all);
    const struct material *box = q3_data_material(stage.data, "models/x/half", Q3_LIGHT_NONE);
    cr_assert(box != skin->materials[0] && box->rules != skin->materials[0]->rules);
    stage_close(&stage);
}

/* Nothing but time: the same models, and not a word more or less. */
Test(q3_models, preloading)
{
    static const char *const names[] = {"models/x/a.md3",   "models/x/none.md3", "models/x/bad.md3",
                                        "models/x/c.skin",  "models\\X/A.md3",   "none.skin",
                                        "../models/x/a.md3"};
    struct q3_data *plain;
    struct format_error err = {0};
    fill_pack();
    stage_open(&stage);
    q3_data_preload(stage.data, names, sizeof(names) / sizeof(names[0]));
    cr_assert(stage.talk.lines == 1 && strstr(stage.talk.last, "models/x/bad.md3: "), "%s",
              stage.talk.all);
    cr_assert_eq(files_held_bytes(stage.game.files), 0);
    cr_assert_eq(q3_data_open(&plain, &stage.game, 1, &err), FORMAT_OK);
    const struct q3_model *a = q3_data_model(stage.data, "models/x/a.md3", NULL);
    const struct q3_model *b = q3_data_model(plain, "models/x/a.md3", NULL);
    cr_assert(a->num_lods == b->num_lods && a->maxs[1] == b->maxs[1]);
    cr_assert(a->lods[1].md3.num_frames == 2 && !a->lods[1].materials[0][0]->missing);
    cr_assert_eq(stage.talk.lines, 1, "%s", stage.talk.all);
    cr_assert(q3_data_model(stage.data, "models/x/bad.md3", NULL)->missing);
    q3_data_close(plain);
    stage_close(&stage);
}

Test(q3_models, memory_is_freed_whatever_fails)
{
    fill_pack();
    zip_bytes_end(&stage.zip);
    bool whole = false;
    for (uint64_t from = 1; !whole; from++) {
        cr_assert_lt(from, 1000);
        scarce_begin_from(from);
        if (stage_try(&stage, 1) == FORMAT_OK) {
            static const char *const names[] = {"models/x/b.md3", "models/x/c.skin"};
            q3_data_preload(stage.data, names, from % 2 ? 2 : 1);
            whole = q3_data_model(stage.data, "models/x/a.md3", NULL) &&
                    q3_data_model(stage.data, "none", NULL) &&
                    q3_data_skin(stage.data, "models/x/c.skin");
            q3_data_animations(stage.data, "models/x/short.cfg", false);
            cr_assert(files_lacked_memory(stage.game.files) || whole);
        }
        stage_shut(&stage);
        scarce_end();
        cr_assert_eq(scarce_blocks(), 0, "%d", (int)from);
    }
    stage_close(&stage);
}

static void load_one(const char *name, struct q3_data *data, uint32_t *lods)
{
    const struct q3_model *model = q3_data_model(data, name, NULL);
    cr_assert(model && !model->missing, "%s", name);
    *lods += model->num_lods - 1;
}

Test(q3_models, real_ones)
{
    const struct real_data_name base = real_data_path("quake3");
    struct game_files game;
    struct format_error err = {0};
    struct q3_data *data;
    struct files_names names;
    const struct game_files_options options = {
        .search = {.basedir = base.text, .base = "baseq3", .other_base = "baseoa"}};
    cr_assert_eq(game_files_open(&game, &options, &err), FORMAT_OK, "%s", err.what);
    cr_assert_eq(q3_data_open(&data, &game, 1, &err), FORMAT_OK);
    uint32_t lods = 0;
    cr_assert_eq(files_list(game.files, "models/powerups", ".md3", &names), FORMAT_OK);
    cr_assert_gt(names.count, 10);
    for (size_t i = 0; i < names.count; i++) {
        load_one(names.names[i], data, &lods);
    }
    cr_assert_gt(lods, 0);
    files_names_free(&names);
    load_one("models/players/sarge/lower.md3", data, &lods);
    cr_assert_not_null(q3_data_animations(data, "models/players/sarge/animation.cfg", true));
    cr_assert_not_null(q3_data_skin(data, "models/players/sarge/head_default.skin"));
    q3_data_close(data);
    game_files_close(&game);
}
