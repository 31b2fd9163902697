#include "tools/mkbuiltin/hud.h"

#include "tools/mkbuiltin/font.h"
#include "tools/mkbuiltin/picture.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WAD_LUMPS_MAX = 160, WAD_QPIC = 66, WAD_MIPTEX = 68 };

struct wad_out {
    struct buf data;
    struct {
        char name[16];
        int offset, size, type;
    } lumps[WAD_LUMPS_MAX];
    int count;
    struct picture pic;
    struct picture status, inventory; /* the two halves of the status bar, as backgrounds */
    const struct palette *palette;
};

static const struct rgb stone = {86, 78, 68};
static const struct rgb bronze = {150, 112, 52};
static const struct rgb steel = {128, 132, 148};
static const struct rgb dark = {58, 58, 66};
static const struct rgb red = {176, 36, 24};
static const struct rgb wood = {116, 76, 44};
static const struct rgb gold = {214, 170, 62};
static const struct rgb blue = {84, 124, 206};
static const struct rgb green = {84, 138, 84};
static const struct rgb violet = {150, 92, 160};
static const struct rgb skin = {190, 142, 112};

static void wad_begin(struct wad_out *w, const struct palette *palette)
{
    w->palette = palette;
    buf_bytes(&w->data, "WAD2", 4);
    buf_zero(&w->data, 8);
}

static void wad_mark(struct wad_out *w, const char *name, int type)
{
    if (w->count >= WAD_LUMPS_MAX || strlen(name) > 15) {
        mkb_fail("cannot add %s to the wad", name);
    }
    memcpy(w->lumps[w->count].name, name, strlen(name));
    w->lumps[w->count].offset = (int)w->data.size;
    w->lumps[w->count].type = type;
}

static void wad_close_lump(struct wad_out *w)
{
    w->lumps[w->count].size = (int)w->data.size - w->lumps[w->count].offset;
    w->count++;
    buf_align(&w->data, 4);
}

static struct picture *wad_pic(struct wad_out *w, int width, int height)
{
    picture_begin(&w->pic, w->palette, width, height);
    return &w->pic;
}

/* Quake shows icons opaque: each brings the part of a bar it stands on. */
static struct picture *wad_icon(struct wad_out *w, int width, int height, const struct picture *bar,
                                int x, int y)
{
    struct picture *p = wad_pic(w, width, height);
    for (int row = 0; row < height; row++) {
        memcpy(p->px + row * width, bar->px + (y + row) * bar->w + x, (size_t)width);
    }
    return p;
}

static void wad_add(struct wad_out *w, const char *name)
{
    wad_mark(w, name, WAD_QPIC);
    picture_write(&w->pic, &w->data);
    wad_close_lump(w);
}

static void wad_end(struct wad_out *w, struct buf *out)
{
    buf_patch_i32(&w->data, 4, w->count);
    buf_patch_i32(&w->data, 8, (int)w->data.size);
    for (int i = 0; i < w->count; i++) {
        buf_i32(&w->data, w->lumps[i].offset);
        buf_i32(&w->data, w->lumps[i].size);
        buf_i32(&w->data, w->lumps[i].size);
        buf_u8(&w->data, w->lumps[i].type);
        buf_zero(&w->data, 3);
        buf_bytes(&w->data, w->lumps[i].name, 16);
    }
    buf_bytes(out, w->data.data, w->data.size);
    buf_free(&w->data);
}

/* Bars. */

static void add_bars(struct wad_out *w)
{
    struct picture *p = wad_pic(w, 320, 24);
    picture_panel(p, 0, 0, 320, 24, stone, 0.35);
    static const int wells[3][2] = {{2, 110}, {112, 220}, {224, 318}};
    for (int i = 0; i < 3; i++) {
        picture_panel(p, wells[i][0], 1, wells[i][1], 23, rgb_scale(stone, 0.55), -0.4);
    }
    for (int i = 0; i < 4; i++) {
        picture_ball(p, 111 + (i > 1 ? 111 : 0), i & 1 ? 18 : 6, 1.6, 1.6, bronze);
    }
    w->status = *p;
    wad_add(w, "sbar");
    p = wad_pic(w, 320, 24);
    picture_panel(p, 0, 0, 320, 24, stone, 0.35);
    for (int i = 0; i < 4; i++) {
        picture_panel(p, 3 + 48 * i, 1, 3 + 48 * i + 42, 8, rgb_scale(stone, 0.4), -0.4);
    }
    for (int i = 0; i < 8; i++) {
        int x = i < 6 ? 24 * i : 144;
        picture_panel(p, x, 8, i < 6 ? x + 24 : 192, 24, rgb_scale(stone, 0.6), -0.3);
    }
    picture_panel(p, 192, 8, 288, 24, rgb_scale(stone, 0.6), -0.3);
    picture_panel(p, 288, 8, 320, 24, rgb_scale(stone, 0.5), -0.4);
    w->inventory = *p;
    wad_add(w, "ibar");
    p = wad_pic(w, 320, 24);
    picture_panel(p, 0, 0, 320, 24, stone, 0.35);
    picture_panel(p, 2, 2, 318, 22, rgb_scale(stone, 0.7), -0.35);
    wad_add(w, "scorebar");
    p = wad_pic(w, 64, 64);
    for (int i = 0; i < 4; i++) {
        int x = i & 1 ? 32 : 0;
        int y = i & 2 ? 32 : 0;
        picture_panel(p, x, y, x + 32, y + 32, rgb_scale(stone, 0.55 + 0.05 * i), 0.35);
    }
    wad_add(w, "backtile");
}

/* Digits. */

static void add_digits(struct wad_out *w, const char *prefix, struct rgb top, struct rgb bottom)
{
    char name[16];
    for (int i = 0; i < 11; i++) {
        struct picture *p = wad_pic(w, 24, 24);
        picture_letter(p, i < 10 ? '0' + i : '-', 4, 1.5, 3.1, top, bottom);
        if (i < 10) {
            snprintf(name, sizeof name, "%snum_%d", prefix, i);
        } else {
            snprintf(name, sizeof name, "%snum_minus", prefix);
        }
        wad_add(w, name);
    }
}

static void add_signs(struct wad_out *w, struct rgb top, struct rgb bottom)
{
    struct picture *p = wad_pic(w, 16, 24);
    picture_letter(p, ':', 0, 1.5, 3.1, top, bottom);
    wad_add(w, "num_colon");
    p = wad_pic(w, 16, 24);
    picture_letter(p, '/', 0, 1.5, 3.1, top, bottom);
    wad_add(w, "num_slash");
}

/* Faces: wear 0 (well)..4 (dying), grimace when hurt. */

static void draw_face(struct picture *p, int wear, int grimace, struct rgb tone)
{
    struct rgb flesh = rgb_scale(tone, 1 - 0.07 * wear);
    picture_panel(p, 0, 0, 24, 24, rgb_scale(stone, 0.45), -0.3);
    picture_ball(p, 12, 12.5, 8.5, 11, flesh);
    picture_ball(p, 12, 6.2, 9, 6, rgb_scale(steel, 0.75));
    picture_rod(p, 4, 9, 20, 9, 1.4, rgb_scale(steel, 0.9));
    for (int i = 0; i < 2; i++) {
        double x = i ? 15.5 : 8.5;
        picture_ball(p, x, 12.5, 2.4, grimace ? 1.0 : 1.6, rgb_make(230, 226, 214));
        picture_ball(p, x + (grimace ? 0.4 : 0), 12.6, 0.9, 0.9, rgb_make(20, 24, 40));
        picture_rod(p, i ? 13.4 : 6, i ? 11.2 : 10.2, i ? 18 : 10.6, i ? 10.2 : 11.2, 0.7,
                    rgb_make(50, 32, 20));
    }
    picture_rod(p, 12, 12.5, 12, 16, 1.1, rgb_scale(flesh, 0.95));
    if (grimace) {
        picture_ball(p, 12, 19.4, 3.6, 2.2, rgb_make(60, 12, 8));
        picture_rod(p, 9.6, 18.5, 14.4, 18.5, 0.6, rgb_make(220, 214, 200));
    } else {
        picture_rod(p, 9.4, 19.2 + 0.3 * wear, 14.6, 19.2, 0.8, rgb_make(104, 42, 32));
    }
    for (int i = 0; i < wear * 5; i++) {
        double x = 5 + noise_unit(i, 1, 71) * 14;
        double y = 9 + noise_unit(i, 2, 71) * 10;
        picture_rod(p, x, y, x + 0.4, y + 1.5 + noise_unit(i, 3, 71) * wear, 0.65, red);
    }
}

static void add_faces(struct wad_out *w)
{
    char name[16];
    for (int i = 0; i < 5; i++) {
        draw_face(wad_pic(w, 24, 24), i, 0, skin);
        snprintf(name, sizeof name, "face%d", i + 1);
        wad_add(w, name);
        draw_face(wad_pic(w, 24, 24), i, 1, skin);
        snprintf(name, sizeof name, "face_p%d", i + 1);
        wad_add(w, name);
    }
    static const struct {
        const char *name;
        struct rgb tone;
    } special[4] = {{"face_invis", {70, 66, 90}},
                    {"face_invul2", {214, 178, 70}},
                    {"face_inv2", {150, 110, 170}},
                    {"face_quad", {84, 124, 220}}};
    for (int i = 0; i < 4; i++) {
        draw_face(wad_pic(w, 24, 24), 0, 0, special[i].tone);
        wad_add(w, special[i].name);
    }
}

/* Items. */

static void draw_shells(struct picture *p)
{
    for (int i = 0; i < 3; i++) {
        double x = 6 + 6 * i;
        picture_rod(p, x, 9, x, 18, 2.6, red);
        picture_rod(p, x, 18.5, x, 20, 2.8, gold);
    }
}

static void draw_nails(struct picture *p)
{
    for (int i = 0; i < 4; i++) {
        double x = 5 + 4.6 * i;
        picture_rod(p, x, 6, x + 0.6, 20, 1.0, steel);
        picture_rod(p, x - 1.2, 5, x + 1.2, 5, 1.0, steel);
    }
}

static void draw_rockets(struct picture *p)
{
    for (int i = 0; i < 2; i++) {
        double x = 8 + 8 * i;
        picture_rod(p, x, 9, x, 18, 2.8, green);
        picture_ball(p, x, 6.5, 2.8, 4, red);
        picture_rod(p, x - 3, 20, x + 3, 20, 1.2, dark);
    }
}

static void draw_cells(struct picture *p)
{
    picture_panel(p, 4, 6, 20, 20, dark, 0.4);
    for (int i = 0; i < 3; i++) {
        picture_rod(p, 7.5 + 4.5 * i, 9, 7.5 + 4.5 * i, 17, 1.5, blue);
    }
}

static void draw_armor(struct picture *p, struct rgb c)
{
    picture_ball(p, 6, 7, 4, 4, c);
    picture_ball(p, 18, 7, 4, 4, c);
    picture_rod(p, 9, 9, 9, 17, 4, c);
    picture_rod(p, 15, 9, 15, 17, 4, c);
    picture_rod(p, 12, 8, 12, 20, 1, rgb_scale(c, 0.6));
    picture_ball(p, 12, 4.5, 2.6, 2.6, rgb_make(20, 18, 18));
}

static void add_items(struct wad_out *w)
{
    static const struct {
        const char *name;
        void (*draw)(struct picture *);
    } ammo[4] = {{"sb_shells", draw_shells},
                 {"sb_nails", draw_nails},
                 {"sb_rocket", draw_rockets},
                 {"sb_cells", draw_cells}};
    for (int i = 0; i < 4; i++) {
        ammo[i].draw(wad_icon(w, 24, 24, &w->status, 224, 0));
        wad_add(w, ammo[i].name);
    }
    const struct rgb armor[3] = {green, gold, red};
    for (int i = 0; i < 3; i++) {
        char name[16];
        draw_armor(wad_icon(w, 24, 24, &w->status, 0, 0), armor[i]);
        snprintf(name, sizeof name, "sb_armor%d", i + 1);
        wad_add(w, name);
    }
    for (int i = 0; i < 2; i++) {
        struct rgb c = i ? gold : steel;
        struct picture *p = wad_icon(w, 16, 16, &w->inventory, 192 + 16 * i, 8);
        picture_ball(p, 5, 5, 4, 4, c);
        picture_ball(p, 5, 5, 1.7, 1.7, rgb_make(20, 18, 16));
        picture_rod(p, 7.5, 7.5, 13, 13, 1.2, c);
        picture_rod(p, 11, 13.5, 12.8, 11.6, 0.9, c);
        wad_add(w, i ? "sb_key2" : "sb_key1");
    }
    static const char *const powers[4] = {"sb_invis", "sb_invuln", "sb_suit", "sb_quad"};
    const struct rgb tints[4] = {gold, red, green, blue};
    static const char letters[4] = {'o', 'P', 'S', 'Q'};
    for (int i = 0; i < 4; i++) {
        struct picture *p = wad_icon(w, 16, 16, &w->inventory, 224 + 16 * i, 8);
        picture_ball(p, 8, 8, 7.5, 7.5, rgb_scale(tints[i], 0.55));
        picture_letter(p, letters[i], 3.5, 2, 1.7, rgb_scale(tints[i], 1.5), tints[i]);
        wad_add(w, powers[i]);
    }
    const struct rgb runes[4] = {red, violet, green, blue};
    for (int i = 0; i < 4; i++) {
        char name[16];
        struct picture *p = wad_icon(w, 8, 16, &w->inventory, 288 + 8 * i, 8);
        picture_rod(p, 4, 2.5, 4, 13.5, 1.1, runes[i]);
        picture_rod(p, 1.5, 4 + 2 * i, 6.5, 12 - 2 * i, 0.9, rgb_scale(runes[i], 1.3));
        snprintf(name, sizeof name, "sb_sigil%d", i + 1);
        wad_add(w, name);
    }
}

/* Weapons, seen from the side. */

static void draw_weapon(struct picture *p, int kind, double bright)
{
    struct rgb metal = rgb_scale(steel, bright);
    struct rgb grip = rgb_scale(wood, bright);
    struct rgb brass = rgb_scale(bronze, bright * 1.1);
    switch (kind) {
    case 0:
    case 1:
        picture_rod(p, 9, 6, 22, 6, 1.2, metal);
        if (kind) {
            picture_rod(p, 9, 8.2, 22, 8.2, 1.2, metal);
        }
        picture_rod(p, 12, 8.4 + kind * 2, 17, 8.4 + kind * 2, 1.2, grip);
        picture_rod(p, 2, 11, 8, 7, 2.1, grip);
        break;
    case 2:
    case 3:
        for (int i = 0; i < 2 + kind - 1; i++) {
            picture_rod(p, 10, 5 + 2.3 * i, 22, 5 + 2.3 * i, 0.9, metal);
        }
        picture_rod(p, 4, 7, 11, 7, kind == 3 ? 3.6 : 2.8, kind == 3 ? brass : metal);
        picture_rod(p, 6, 10, 5, 14, 1.4, grip);
        break;
    case 4:
        picture_rod(p, 8, 7, 20, 7, 2.4, rgb_scale(green, bright));
        picture_ball(p, 9, 9.5, 3.4, 3.4, brass);
        picture_rod(p, 3, 10, 7, 8, 1.8, grip);
        break;
    case 5:
        picture_rod(p, 3, 6.5, 19, 6.5, 3, rgb_scale(green, bright));
        picture_rod(p, 19.5, 6.5, 20.5, 6.5, 4, metal);
        picture_rod(p, 9, 10, 8, 14, 1.5, grip);
        break;
    default:
        picture_rod(p, 8, 8, 30, 8, 2.4, metal);
        for (int i = 0; i < 4; i++) {
            picture_rod(p, 14 + 5 * i, 5, 14 + 5 * i, 11, 0.9, brass);
        }
        picture_rod(p, 31, 8, 38, 6, 0.8, rgb_scale(blue, bright * 1.4));
        picture_rod(p, 38, 6, 44, 9, 0.8, rgb_scale(blue, bright * 1.4));
        picture_rod(p, 4, 11, 8, 9, 2, grip);
        break;
    }
}

static void add_weapons(struct wad_out *w)
{
    static const char *const names[7] = {"shotgun", "sshotgun", "nailgun", "snailgun",
                                         "rlaunch", "srlaunch", "lightng"};
    static const char *const prefixes[7] = {"inv",   "inv2",  "inva1", "inva2",
                                            "inva3", "inva4", "inva5"};
    static const double light[7] = {0.62, 1.15, 1.5, 1.35, 1.2, 1.0, 0.8};
    for (int k = 0; k < 7; k++) {
        for (int i = 0; i < 7; i++) {
            char name[32];
            struct picture *p = wad_pic(w, i == 6 ? 48 : 24, 16);
            picture_panel(p, 0, 0, p->w, 16, rgb_scale(k ? bronze : stone, k ? 0.5 : 0.55),
                          k ? 0.35 : -0.3);
            draw_weapon(p, i, light[k]);
            snprintf(name, sizeof name, "%s_%s", prefixes[k], names[i]);
            wad_add(w, name);
        }
    }
}

static void add_icons(struct wad_out *w)
{
    struct picture *p = wad_icon(w, 24, 24, &w->status, 0, 0);
    picture_ball(p, 12, 12, 11, 11, steel);
    picture_ball(p, 12, 12, 4.5, 4.5, rgb_scale(red, 0.9));
    picture_ball(p, 12, 12, 1.6, 1.6, rgb_make(20, 18, 18));
    wad_add(w, "disc");
    static const char *const names[3] = {"ram", "net", "turtle"};
    const struct rgb tints[3] = {gold, blue, green};
    for (int i = 0; i < 3; i++) {
        p = wad_pic(w, 32, 32);
        if (i == 0) {
            picture_panel(p, 4, 9, 28, 21, dark, 0.4);
            for (int k = 0; k < 6; k++) {
                picture_rod(p, 6.5 + 4 * k, 22, 6.5 + 4 * k, 25, 1, gold);
            }
        } else if (i == 1) {
            picture_rod(p, 16, 16, 6, 26, 1.4, tints[i]);
            picture_rod(p, 16, 16, 26, 26, 1.4, tints[i]);
            picture_rod(p, 16, 16, 16, 6, 1.4, tints[i]);
            picture_ball(p, 6, 26, 4, 4, steel);
            picture_ball(p, 26, 26, 4, 4, steel);
            picture_ball(p, 16, 6, 4, 4, steel);
            picture_ball(p, 16, 16, 4, 4, red);
        } else {
            picture_ball(p, 25, 19, 4, 3.4, rgb_scale(green, 1.2));
            picture_rod(p, 7, 24, 9, 21, 2, green);
            picture_rod(p, 21, 24, 19, 21, 2, green);
            picture_ball(p, 14, 17, 10, 7, rgb_scale(wood, 1.1));
            picture_ball(p, 14, 15.5, 4, 3, rgb_scale(wood, 0.8));
        }
        wad_add(w, names[i]);
    }
}

static void add_lettered(struct pak_out *pak, const struct palette *palette, const char *file,
                         const char *text, double scale, bool plaque, struct picture *p)
{
    int width = (int)((double)strlen(text) * 6 * scale) + 8;
    int height = (int)(7 * scale) + 8;
    picture_begin(p, palette, (width + 7) / 8 * 8, (height + 7) / 8 * 8);
    if (plaque) {
        picture_panel(p, 0, 0, p->w, p->h, rgb_scale(stone, 0.45), 0.35);
    }
    picture_text(p, text, 4, 4, scale, rgb_make(226, 190, 120), rgb_make(120, 66, 24));
    picture_write(p, pak_out_add(pak, file));
}

/* The table of the level end screen: its labels; the client adds the numbers. */
static void add_inter(struct pak_out *pak, const struct palette *palette, struct picture *p)
{
    picture_begin(p, palette, 128, 128);
    const struct rgb top = rgb_make(214, 176, 108);
    const struct rgb bottom = rgb_make(120, 70, 30);
    picture_text(p, "Time", 2, 6, 2.4, top, bottom);
    picture_text(p, "Secrets", 2, 50, 2.4, top, bottom);
    picture_text(p, "Kills", 2, 94, 2.4, top, bottom);
    picture_write(p, pak_out_add(pak, "gfx/inter.lmp"));
}

void hud_add(struct pak_out *pak, const struct palette *palette)
{
    struct wad_out *w = mkb_alloc(1, sizeof *w);
    wad_begin(w, palette);
    wad_mark(w, "conchars", WAD_MIPTEX);
    font_write_conchars(&w->data);
    wad_close_lump(w);
    add_bars(w);
    add_digits(w, "", rgb_make(230, 196, 120), rgb_make(140, 92, 40));
    add_digits(w, "a", rgb_make(240, 90, 60), rgb_make(150, 16, 8));
    add_signs(w, rgb_make(230, 196, 120), rgb_make(140, 92, 40));
    add_faces(w);
    add_items(w);
    add_weapons(w);
    add_icons(w);
    wad_end(w, pak_out_add(pak, "gfx.wad"));
    add_lettered(pak, palette, "gfx/pause.lmp", "PAUSED", 3, true, &w->pic);
    add_lettered(pak, palette, "gfx/complete.lmp", "COMPLETED", 3.2, true, &w->pic);
    add_lettered(pak, palette, "gfx/ranking.lmp", "RANKINGS", 3, true, &w->pic);
    add_lettered(pak, palette, "gfx/finale.lmp", "THE END", 3.4, false, &w->pic);
    add_inter(pak, palette, &w->pic);
    free(w);
}
