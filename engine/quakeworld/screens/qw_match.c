#include "engine/quakeworld/screens/qw_match.h"

#include <string.h>

/* Longer than any known status. */
enum { STATUS_BYTES = 32, MAX_MINUTES = 100000 };

/* A server's minutes are no farther off. */
#define OVERTIME_SECONDS 45.0

/* Seconds since match_since that count. */
static double running_seconds(const struct qw_state *s, double time)
{
    const double until = s->intermission && s->completed_time < time ? s->completed_time : time;
    return !s->paused && until > s->match_since ? until - s->match_since : 0.0;
}

static void set_clock(struct qw_state *s, double lasted)
{
    s->match_lasted = lasted;
    s->match_since = s->clock.now;
}

/* N of "N min left"; negative = another text. */
static int32_t minutes_left(const char *status)
{
    int32_t minutes = 0;
    const char *at = status;
    while (*at >= '0' && *at <= '9' && minutes <= MAX_MINUTES) {
        minutes = minutes * 10 + (*at++ - '0');
    }
    return at > status && strcmp(at, " min left") == 0 ? minutes : -1;
}

/* So many seconds are left. More than were left before by far: the match goes into overtime, which
 * begins where the limit was, and its clock runs on. */
static void put_right(struct qw_state *s, double left)
{
    const double now = s->match_lasted + running_seconds(s, s->clock.now);
    if (s->match_limit > 0.0 && now + left > s->match_limit + OVERTIME_SECONDS &&
        now > s->match_limit - OVERTIME_SECONDS) {
        s->match_limit += left;
    }
    if (left <= s->match_limit) {
        set_clock(s, s->match_limit - left);
    }
}

void qw_match_set_status(struct qw_state *s, const char *value, uint32_t length)
{
    char status[STATUS_BYTES] = "";
    memcpy(status, value, length < sizeof status ? length : sizeof status - 1);
    if (length == 0) {
        s->match_status = QW_MATCH_NONE;
    } else if (strcmp(status, "Standby") == 0) {
        s->match_status = QW_MATCH_STANDBY;
    } else if (strcmp(status, "Countdown") == 0) {
        s->match_status = QW_MATCH_COUNTDOWN;
    } else {
        const int32_t left = minutes_left(status);
        if (s->match_status != QW_MATCH_ON) {
            s->match_status = QW_MATCH_ON;
            s->match_limit = s->time_limit * 60.0;
            set_clock(s, 0.0);
        }
        if (left >= 0) {
            put_right(s, left * 60.0);
        }
    }
}

void qw_match_set_time(struct qw_state *s, const int32_t stats[QW_STATS])
{
    const int32_t now = stats[QW_STAT_SERVER_TIME], start = stats[QW_STAT_MATCH_START];
    /* A .mvd has only the match start, with a server clock of 0. */
    if (s->match_status == QW_MATCH_ON && start > 0 && now >= start) {
        set_clock(s, (now - start) / 1000.0);
    }
}

void qw_match_set_pause(struct qw_state *s, bool paused)
{
    set_clock(s, s->match_lasted + running_seconds(s, s->clock.now));
    s->paused = paused;
}

double qw_match_clock(const struct qw_state *s, double time)
{
    if (s->match_status == QW_MATCH_ON) {
        return s->match_lasted + running_seconds(s, time);
    }
    return s->match_status == QW_MATCH_COUNTDOWN ? s->time_limit * 60.0 : -1.0;
}
