#include "engine/commands/edit/search_text.h"

#include <stdio.h>

void search_text(char *text, size_t size, const struct search_hit *hit)
{
    const struct search_pattern_info *info = search_pattern_info(hit->pattern);
    if (info->unit && hit->value >= 0.0) {
        snprintf(text, size, "%s: %s%s%.6g %s: %s", info->name, hit->name, hit->name[0] ? ", " : "",
                 hit->value, hit->value == 1.0 ? info->one : info->unit, hit->text);
    } else if (hit->pattern != SEARCH_CHAT && hit->name[0]) {
        snprintf(text, size, "%s: %s: %s", info->name, hit->name, hit->text);
    } else {
        snprintf(text, size, "%s: %s", info->name, hit->text);
    }
}
