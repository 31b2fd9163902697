#include "engine/viewer/viewer_bar.h"

#include <stdio.h>

#include "assets/platform.h"
#include "engine/viewer/viewer_internal.h"

#define BAR_SECONDS 2.0

void viewer_show_bar(struct viewer_bar *bar, struct viewer_base *base)
{
    bar->until = platform_now() + BAR_SECONDS;
    base->dirty = true;
}

void viewer_cycle_bar(struct viewer_bar *bar, struct viewer_base *base)
{
    static const char *const texts[BAR_MODES] = {"bar: when needed", "bar: always", "bar: never"};
    bar->mode = (enum viewer_bar_mode)((bar->mode + 1) % BAR_MODES);
    viewer_say(base, "%s", texts[bar->mode]);
}

void viewer_follow_bar(struct viewer *v, double now)
{
    const bool standing = !transport_is_moving(&v->demo.transport) || v->mouse.dragging;
    const bool needed = standing || v->record.begun || now < v->bar.until;
    const bool shown = v->bar.mode == BAR_ALWAYS || (v->bar.mode == BAR_WHEN_NEEDED && needed);
    if (shown != v->bar.shown) {
        v->bar.shown = shown;
        v->base.dirty = true;
    }
}

void viewer_name_followed(const struct viewer_demo *demo, char text[POV_SELECT_TEXT])
{
    struct demo_player_info players[POV_SELECT_PLAYERS];
    const struct timeline *timeline = demo->player.timeline;
    uint32_t count = timeline_players(timeline, players, POV_SELECT_PLAYERS);
    uint32_t slot = timeline_followed(timeline, demo->player.scene_options.follow);
    const char *who = demo->player.follow;
    text[0] = '\0';
    for (uint32_t i = 0; i < count; i++) {
        if (players[i].slot + 1 == slot) {
            char name[POV_SELECT_TEXT];
            const bool target = who && follow_target_find(who) != FOLLOW_PLAYER;
            demo_plain_text(name, sizeof(name), players[i].name);
            snprintf(text, POV_SELECT_TEXT, "%s%s%.100s", target ? who : "", target ? ": " : "",
                     name);
        }
    }
}

void viewer_describe_exact(const struct viewer_demo *demo, char text[VIEWER_EXACT])
{
    const struct timeline *timeline = demo->player.timeline;
    const uint32_t update = timeline_update_at(timeline, demo->transport.time);
    double clock;
    const int length =
        snprintf(text, VIEWER_EXACT, "b%lu", (unsigned long)timeline_update_step(timeline, update));
    if (timeline_clock(timeline, &clock)) {
        snprintf(text + length, VIEWER_EXACT - (size_t)length, " s%.0f", clock * 1000.0);
    }
}

void viewer_describe_bar(const struct viewer *v, struct described_bar *described)
{
    struct format_error damage;
    const bool damaged = v->demo.told_damage && playback_damage(&v->demo.player, &damage);
    const size_t size = v->demo.player.source.size;
    const bool stands = v->demo.transport.paused;
    viewer_name_followed(&v->demo, described->followed);
    if (stands) {
        viewer_describe_exact(&v->demo, described->exact);
    }
    const size_t num_films =
        viewer_describe_record(&v->record, &v->demo, described->films, described->film_word);
    if (damaged) {
        const char *kind = playback_is_unsupported(&v->demo.player) ? "not supported" : "damaged";
        snprintf(described->damage, sizeof(described->damage), "%s: byte %zu: %s", kind,
                 damage.offset, damage.what);
    }
    described->bar = (struct seek_bar){
        .transport = &v->demo.transport,
        .timeline = v->demo.player.timeline,
        .extent = timeline_extent(v->demo.player.timeline),
        .marks = v->demo.bookmarks.marks.items,
        .num_marks = v->demo.bookmarks.marks.count,
        .filter = event_filter_kinds(v->filter),
        .filtered = event_filter_label(v->filter),
        .no_spoilers = v->base.options->asked->play.no_spoilers,
        .seen = v->demo.seen,
        .mouse_x = v->mouse.x,
        .mouse_y = v->mouse.y,
        .dragging = v->mouse.dragging,
        .muted = v->sound.muted,
        .volume = v->sound.volume,
        .place = v->playlist.current + 1,
        .places = v->playlist.count,
        .exact = stands ? described->exact : NULL,
        .followed = described->followed[0] ? described->followed : NULL,
        .damage = damaged ? described->damage : NULL,
        .lost = damaged && damage.offset < size ? 1.0 - (double)damage.offset / (double)size : 0.0,
        .films = described->films,
        .num_films = num_films,
        .film_word = described->film_word[0] ? described->film_word : NULL,
    };
}

int viewer_bar_height(const struct viewer *v)
{
    struct described_bar bar;
    if (!v->bar.shown || !v->demo.open) {
        return 0;
    }
    viewer_describe_bar(v, &bar);
    return seek_bar_covers(&bar.bar, v->picture.fit.canvas_width, v->picture.fit.canvas_height);
}

int viewer_bar_covers(const struct viewer *v)
{
    const int rows = viewer_bar_height(v);
    return rows < v->demo.player.scene_options.height / 3 ? rows : 0;
}
