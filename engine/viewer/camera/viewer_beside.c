#include "engine/viewer/camera/viewer_beside.h"

#include <stdlib.h>
#include <string.h>

#include "engine/playback/playback_context.h"
#include "engine/text/osd.h"
#include "engine/viewer/keys/keys.h"
#include "engine/viewer/viewer_base.h"
#include "engine/viewer/viewer_demo.h"

static void say_nothing_beside(struct viewer_base *base)
{
    char key[KEY_HELP_TEXT];
    viewer_name_key(base, ACTION_KEEP_MOMENT, key);
    viewer_say(base,
               key[0] ? "nothing is beside it (%s keeps this moment; play --beside DEMO)"
                      : "nothing is beside it (play --beside DEMO)",
               key);
}

void viewer_cycle_beside(struct viewer_beside *beside, const struct viewer_demo *demo,
                         struct viewer_base *base)
{
    struct beside_options *options = &beside->options;
    if (!demo->player.beside) {
        say_nothing_beside(base);
        return;
    }
    if (options->hidden) {
        options->hidden = options->difference = false;
    } else if (!options->difference) {
        options->difference = true;
    } else {
        options->hidden = true;
    }
    viewer_say(base, "%s",
               options->hidden       ? "one picture"
               : options->difference ? "difference: grey where both are equal"
                                     : "side by side");
}

void viewer_keep_moment(struct viewer_beside *beside, struct viewer_demo *demo,
                        struct viewer_base *base)
{
    struct beside_options *options = &beside->options;
    char time[OSD_TIME], key[KEY_HELP_TEXT];
    char at[DEMO_TIME_TEXT];
    demo_time_write(demo->transport.time, at);
    const double moment = strtod(at, NULL); /* what commands will read in a copied line */
    if (playback_keep_moment(&demo->player, moment) < 0) {
        viewer_trouble(base, "out of memory (moment)");
        return;
    }
    memcpy(beside->at, at, sizeof(at));
    options->name = NULL;
    options->offset = 0.0;
    options->at = beside->at;
    options->difference = options->difference && !options->hidden;
    options->hidden = false;
    osd_format_time(time, moment, 2);
    viewer_name_key(base, ACTION_BESIDE, key);
    viewer_say(base, key[0] ? "%s stays beside (%s: difference, off)" : "%s stays beside", time,
               key);
}

struct beside_options viewer_beside_of(const struct viewer_beside *beside, bool same)
{
    struct beside_options options = beside->options;
    if (!same) {
        options.at = NULL;
    }
    return options;
}

bool viewer_changes_beside(const struct viewer_beside *beside, struct playback_context *player)
{
    struct beside_options *to = &player->options.beside;
    const struct beside *made = player->beside;
    to->difference = beside->options.difference;
    to->hidden = beside->options.hidden;
    if (!made) {
        return false;
    }
    const bool drawn = made->is_drawn || made->is_small;
    return drawn == to->hidden || (drawn && made->is_difference != to->difference);
}
