/* The HUD of a demo that a test writes, 640 x 480, without game data. State is static: include
 * it in one file per test. */
#ifndef TESTS_ENGINE_QUAKE3_HUD_HUD_STAGE_H
#define TESTS_ENGINE_QUAKE3_HUD_HUD_STAGE_H

#include "tests/engine/quake3/hud/hud_words.h"
#include "tests/engine/quake3/scene/scene_stage.h"

static struct scene_stage s;
static char said[8192];

static inline void hud_begin(void)
{
    stage_begin(&s);
    s.options.width = 640;
    s.options.height = 480;
}

static inline void hud_end(void)
{
    stage_end(&s);
}

/* The gamestate, and as much time as what the beginning shows takes. */
static inline void hud_start(void)
{
    q3_demo_gamestate(s.demo, 0);
    stage_snapshot(&s, 1000);
    stage_snapshot(&s, 9000);
}

static inline const char *hud_says_at(double fraction)
{
    hud_words(stage_scene(&s, fraction), said, sizeof(said));
    return said;
}

static inline bool hud_says(const char *text)
{
    return strstr(hud_says_at(1.0), text) != NULL;
}

#define EXPECT_SAYS(text) cr_expect(hud_says(text), "'%s' is not in '%s'", text, said)
#define EXPECT_SILENT(text) cr_expect_not(hud_says(text), "'%s' is in '%s'", text, said)

#endif
