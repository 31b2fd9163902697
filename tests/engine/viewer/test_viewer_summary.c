/* The match summary: by its key, and at the end where the options want it. */
#include <SDL.h>
#include <criterion/criterion.h>

#include "tests/engine/viewer/viewer_stage.h"

Test(viewer_summary, by_a_key_at_any_time)
{
    struct stage s;
    stage_begin(&s);
    viewer_open_demo(&s.viewer, 1); /* a match */
    settle(&s);
    press(&s, SDLK_s, KMOD_LCTRL);
    cr_expect(viewer_summary_is_shown(&s.viewer.summary, &s.viewer.demo, &s.viewer.base));
    cr_expect_neq(picture(&s), 0u);
    cr_expect(s.viewer.summary.facts.has_told, "it was drawn");
    press(&s, SDLK_s, KMOD_LCTRL);
    cr_expect_not(viewer_summary_is_shown(&s.viewer.summary, &s.viewer.demo, &s.viewer.base));
    stage_end(&s);
}

Test(viewer_summary, at_the_end_if_asked)
{
    struct stage s;
    stage_begin(&s);
    const struct viewer *v = &s.viewer;
    press(&s, SDLK_END, KMOD_NONE);
    settle(&s);
    cr_assert(transport_is_at_end(&v->demo.transport));
    cr_expect_not(viewer_summary_is_shown(&v->summary, &v->demo, &v->base));
    s.asked.play.end_summary = true;
    cr_expect(viewer_summary_is_shown(&v->summary, &v->demo, &v->base));
    press(&s, SDLK_HOME, KMOD_NONE);
    cr_expect_not(viewer_summary_is_shown(&v->summary, &v->demo, &v->base));
    stage_end(&s);
}
