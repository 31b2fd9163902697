/* Traces that hit a curve: it hides a player from the crosshair name, and stops the chase camera.
 */
#include <criterion/criterion.h>

#include "tests/engine/quake3/effects/effect_stage.h"
#include "tests/engine/quake3/hud/hud_words.h"

enum { EYES = 26, BOX = 15 | 24 << 8 | 64 << 16 };

static struct effect_stage e;

/* The recorder looks at the curve about 0 0 from its front, or away from it. */
static void begin(float yaw)
{
    static const char *const none[] = {NULL};
    effect_begin(&e, "baseq3-1", "", none, none);
    effect_stand(&e, 100, 100, 32 - EYES, yaw);
    e.scene.options.width = 640;
    e.scene.options.height = 480;
}

static bool names(float x, float y)
{
    char said[4096];
    int32_t *f = effect_shooter(&e, x, y, 32, 0);
    f[Q3_ES_SOLID] = BOX;
    (void)effect_at(&e, 1000);
    hud_words(effect_at(&e, 9000), said, sizeof(said));
    return strstr(said, "|he|") != NULL;
}

Test(q3_hud_crosshair_name, nobody_is_named_behind_a_curve)
{
    begin(225);
    cr_expect_not(names(0, 0));
    effect_end(&e);
}

Test(q3_hud_crosshair_name, who_stands_before_a_curve_is_named)
{
    begin(225);
    cr_expect(names(75, 75));
    effect_end(&e);
}

Test(q3_hud_crosshair_name, a_camera_that_follows_stops_at_a_curve)
{
    begin(45);
    e.scene.options.camera.kind = CAMERA_CHASE;
    e.scene.options.camera.distance = 120.0f;
    e.scene.options.camera.height = 0.0f;
    (void)effect_at(&e, 1000);
    const float *eye = e.scene.scene.camera.origin;
    cr_expect(eye[0] > 47.0f && eye[0] < 60.0f, "%g", (double)eye[0]);
    cr_expect_float_eq(eye[0], eye[1], 0.1f);
    effect_end(&e);
}
