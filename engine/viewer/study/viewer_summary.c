#include "engine/viewer/study/viewer_summary.h"

#include "engine/viewer/viewer_base.h"
#include "engine/viewer/viewer_demo.h"

bool viewer_summary_is_shown(const struct viewer_summary *summary, const struct viewer_demo *demo,
                             const struct viewer_base *base)
{
    const bool at_end = demo->open && transport_is_at_end(&demo->transport) &&
                        !demo->transport.reverse && base->options->asked->player.end_summary;
    return demo->open && (summary->shown || at_end);
}
