/* libFuzzer target: Quake III's HUD with server commands, names and numbers from the input: builds
 * scenes at any time, size and option, with the built-in images only; the number of 2D primitives
 * stays bounded.
 *
 * Input: steps, each a kind, a length and that many bytes: a command, a configstring, numbers of
 * the player, an event, another player. */
#include <stdlib.h>
#include <string.h>

#include "assets/game_files.h"
#include "assets/quake3/q3_data.h"
#include "engine/quake3/scene/q3_scene.h"
#include "engine/quake3/update/q3_state_apply.h"
#include "render/rgb/scene_rgb.h"
#include "tests/support/q3_demo.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum {
    STEPS = 24,
    STEPS_A_SCENE = 4, /* scenes are built after this many steps, and after the last */
    TEXT = 600,
    DRAWS_MAX = 20000,
    RUNS_A_DATA = 128 /* names that inputs made up stay in the game data until it is renewed */
};

struct input {
    const uint8_t *data;
    size_t size;
};

static uint32_t take_byte(struct input *in)
{
    if (in->size == 0) {
        return 0;
    }
    in->size--;
    return *in->data++;
}

static int32_t take_number(struct input *in)
{
    const uint32_t low = take_byte(in), high = take_byte(in);
    return (int16_t)(low | high << 8);
}

/* So many bytes as a text. */
static void take_text(struct input *in, char text[TEXT])
{
    const uint32_t wanted = take_byte(in) * 2;
    uint32_t length = 0;
    while (length < wanted && length + 1 < TEXT && in->size > 0) {
        const char c = (char)take_byte(in);
        text[length++] = c == '\0' ? ' ' : c;
    }
    text[length] = '\0';
}

static void change_player(struct q3_demo *demo, struct input *in)
{
    const uint32_t which = take_byte(in);
    const int32_t value = take_number(in);
    switch (which % 5) {
    case 0:
        demo->player.stats[which / 5 % Q3_ARRAY] = value;
        break;
    case 1:
        demo->player.persistant[which / 5 % Q3_ARRAY] = value;
        break;
    case 2:
        demo->player.ammo[which / 5 % Q3_ARRAY] = value;
        break;
    case 3:
        demo->player.powerups[which / 5 % Q3_ARRAY] = value * 16;
        break;
    default:
        demo->player.fields[Q3_PS_WEAPON_TIME + which / 5 % (Q3_PS_WEAPON - Q3_PS_WEAPON_TIME)] =
            value;
    }
}

static void add_event(struct q3_demo *demo, struct input *in)
{
    int32_t *entity = q3_demo_entity(demo, 70 + take_byte(in) % 8);
    entity[Q3_ES_E_TYPE] = (int32_t)(take_byte(in) % 120);
    entity[Q3_ES_EVENT_PARM] = (int32_t)take_byte(in);
    entity[Q3_ES_OTHER_ENTITY_NUM] = (int32_t)take_byte(in);
    entity[Q3_ES_OTHER_ENTITY_NUM2] = (int32_t)take_byte(in);
}

/* Adds a player who may be straight ahead of the camera. */
static void add_player(struct q3_demo *demo, struct input *in)
{
    int32_t *entity = q3_demo_entity(demo, 1 + take_byte(in) % 3);
    entity[Q3_ES_E_TYPE] = Q3_ET_PLAYER;
    entity[Q3_ES_POWERUPS] = (int32_t)take_byte(in);
    entity[Q3_ES_SOLID] = (int32_t)(take_byte(in) | take_byte(in) << 8 | take_byte(in) << 16);
    entity[Q3_ES_POS_TR_BASE_0] = q3_float_bits((float)take_number(in));
    entity[Q3_ES_POS_TR_BASE_1] = q3_float_bits((float)take_number(in));
    entity[Q3_ES_POS_TR_BASE_2] = q3_float_bits((float)take_number(in));
    demo->player.stats[0] = 100;
    demo->player.fields[Q3_PS_VIEWANGLES_0] = q3_float_bits((float)take_number(in));
    demo->player.fields[Q3_PS_VIEWANGLES_1] = q3_float_bits((float)take_number(in));
}

static void take_step(struct q3_demo *demo, struct input *in, struct scene_options *options)
{
    const uint32_t kind = take_byte(in);
    char text[TEXT];
    switch (kind % 7) {
    case 0:
    case 1:
        take_text(in, text);
        q3_demo_command(demo, text);
        break;
    case 2:
        change_player(demo, in);
        break;
    case 3:
        add_event(demo, in);
        break;
    case 4:
        add_player(demo, in);
        break;
    case 5:
        options->hud.scale = (int)(take_byte(in) % 20);
        options->hud.style = (enum hud_style)(take_byte(in) % (HUD_STYLES + 1));
        options->hud.scores = (enum hud_scores)(take_byte(in) % 3);
        options->hud.team = options->hud.clock = options->hud.speed = kind > 128;
        break;
    default:
        options->width = 1 + take_number(in) % 4000;
        options->height = 1 + take_number(in) % 3000;
        options->width = options->width > 0 ? options->width : 1;
        options->height = options->height > 0 ? options->height : 1;
    }
}

static void apply_messages(struct q3_demo *demo, struct q3_state *state, size_t *pos)
{
    struct dm3_block block;
    bool updated;
    while (*pos < demo->file.size &&
           dm3_next_block(demo->file.data, demo->file.size, pos, &block, NULL) > 0) {
        (void)!q3_state_apply(state, demo->protocol, &block, &updated, NULL);
    }
}

static void check_scene(const struct q3_state *state, const struct q3_game *game, double fraction,
                        const struct scene_options *options, const struct scene_data *data)
{
    static struct scene scene;
    if (q3_scene_build(&scene, state, game, fraction, options, data) == 0 &&
        scene.kind == SCENE_RGB && scene.rgb->num_draws_2d > DRAWS_MAX) {
        abort();
    }
}

static struct game_files game;
static struct scene_data data;

static void renew_data(void)
{
    static uint32_t runs;
    if (runs++ % RUNS_A_DATA != 0) {
        return;
    }
    q3_data_close(data.quake3);
    game_files_close(&game);
    game = (struct game_files){.files = files_create(NULL, NULL)};
    data = (struct scene_data){.files = game.files};
    if (!game.files || q3_data_open(&data.quake3, &game, 1, NULL) < 0) {
        abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static const int protocols[] = {68, 43, 73, 91};
    static struct q3_state *state;
    struct input in = {bytes, size};
    struct scene_options options = {
        .width = 640, .height = 480, .fov = 90.0f, .camera = camera_default()};
    struct q3_demo *demo = q3_demo_create(protocols[take_byte(&in) % 4]);
    const struct q3_game *numbers = q3_game_of(demo->protocol->number);
    size_t pos = 0;
    state = state ? state : malloc(sizeof(*state));
    if (!state) {
        abort();
    }
    renew_data();
    memset(state, 0, sizeof(*state));
    q3_state_start(state);
    for (uint32_t i = 0; i < 4; i++) {
        q3_demo_configstring(demo, numbers->players + i, "\\n\\Somebody\\t\\1\\model\\sarge");
    }
    q3_demo_configstring(demo, numbers->version, take_byte(&in) % 2 != 0 ? "baseoa-1" : "cpma-1");
    q3_demo_gamestate(demo, 0);
    for (int i = 0; i < STEPS && in.size > 0; i++) {
        take_step(demo, &in, &options);
        q3_demo_snapshot(demo, 1000 + 50 * i, 1);
        apply_messages(demo, state, &pos);
        if (i % STEPS_A_SCENE == STEPS_A_SCENE - 1 || i == STEPS - 1 || in.size == 0) {
            check_scene(state, numbers, i / STEPS_A_SCENE % 2 ? 1.0 : 0.5, &options, &data);
        }
    }
    q3_demo_free(demo);
    return 0;
}
