#include "engine/edit/convert_report.h"

static const struct {
    const char *key, *text;
} kinds[CONVERT_KINDS] = {
    [CONVERT_ALPHA] = {"alpha", "updates of transparent or invisible things"},
    [CONVERT_SCALE] = {"scale", "updates of scaled entities"},
    [CONVERT_LERP_FINISH] = {"lerpfinish", "times of steps"},
    [CONVERT_SHINE] = {"shine", "updates of tinted, glowing or fullbright entities"},
    [CONVERT_VIEW_MODEL] = {"viewmodel", "updates of entities held before the eyes"},
    [CONVERT_NUMBER] = {"number", "statistics above 255, written as 255"},
    [CONVERT_STATISTIC] = {"statistic", "statistics of a mod's own"},
    [CONVERT_SOUND_DETAIL] = {"sounddetail", "pitches, offsets and speeds of sounds"},
    [CONVERT_EFFECT] = {"effect", "particle effects and sprites"},
    [CONVERT_FOG] = {"fog", "fog messages"},
    [CONVERT_SKY] = {"sky", "skyboxes"},
    [CONVERT_PICTURE] = {"picture", "pictures on the screen"},
    [CONVERT_EXTRA] = {"extra", "other messages that the protocol lacks"},
    [CONVERT_CONFIGSTRING] = {"configstring", "configstrings that the protocol lacks"},
    [CONVERT_EVENT] = {"event", "events that the protocol lacks"},
    [CONVERT_VOICE] = {"voice", "pieces of voice"},
    [CONVERT_HIGH_ENTITY] = {"highentity", "updates of entities with too high numbers"},
    [CONVERT_HIGH_MODEL] = {"highmodel", "lists and updates with too high models"},
    [CONVERT_FAR_ENTITY] = {"farentity", "updates of far entities that a packet has no room for"},
    [CONVERT_MODEL] = {"model", "model number"},
    [CONVERT_FRAME] = {"frame", "frame number"},
    [CONVERT_SOUND] = {"sound", "sound number"},
    [CONVERT_ENTITY] = {"entity", "entity number"},
    [CONVERT_STATIC] = {"static", "count of static entities"},
    [CONVERT_PLACE] = {"place", "coordinate"},
    [CONVERT_BLOCK_SIZE] = {"blocksize", "size of a block"},
};

bool convert_report_refuses(const struct convert_report *report)
{
    for (int i = CONVERT_MODEL; i < CONVERT_KINDS; i++) {
        if (report->found[i].count > 0) {
            return true;
        }
    }
    return false;
}

const char *convert_kind_text(enum convert_kind kind)
{
    return kinds[kind].text;
}

const char *convert_kind_key(enum convert_kind kind)
{
    return kinds[kind].key;
}
