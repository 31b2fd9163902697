#include "engine/playback/ghost/body_path.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/playback/follow/follow_choice.h"
#include "formats/base/arrays.h"

/* A way longer than this between two points is none: a teleport. As the clients of Quake have it.
 */
#define JUMP_UNITS 100.0f
/* Who is this far from the start has moved, units. */
#define MOVED_UNITS 1.0
/* Poses that began longer ago are as old as this, points. */
enum { OLDEST_POSE = 4096 };

/* --- reading ---------------------------------------------------------------------------------- */

/* Keeps each second point of every level. */
static void thin(struct body_path *path)
{
    size_t kept = 0;
    for (size_t i = 0; i < path->num_levels; i++) {
        struct body_path_level *level = &path->levels[i];
        const uint32_t first = (uint32_t)kept;
        bool jumped = false;
        for (uint32_t k = 0; k < level->count; k++) {
            struct body_path_point point = path->points[level->first + k];
            jumped |= point.jumps;
            if (k % 2 == 0) {
                point.jumps = jumped;
                jumped = false;
                path->points[kept++] = point;
            }
        }
        level->first = first;
        level->count = (uint32_t)kept - first;
    }
    path->count = kept;
    path->stride *= 2;
}

static int add_level(struct body_path *path, const struct demo_body *body)
{
    const int status = array_reserve(&path->levels, &path->cap_levels, path->num_levels + 1,
                                     sizeof(*path->levels));
    if (status == 0) {
        struct body_path_level *level = &path->levels[path->num_levels++];
        *level = (struct body_path_level){.first = (uint32_t)path->count};
        memcpy(level->name, body->level, sizeof(level->name));
    }
    return status;
}

static bool is_jump(const float from[3], const float to[3])
{
    for (int i = 0; i < 3; i++) {
        if (!(fabsf(to[i] - from[i]) <= JUMP_UNITS)) {
            return true;
        }
    }
    return false;
}

static int add_point(struct body_path *path, const struct demo_body *body, double time)
{
    const int status =
        array_reserve(&path->points, &path->capacity, path->count + 1, sizeof(*path->points));
    if (status < 0) {
        return status;
    }
    struct body_path_level *level = &path->levels[path->num_levels - 1];
    struct body_path_point *point = &path->points[path->count++];
    *point = (struct body_path_point){.time = time,
                                      .frame = (int16_t)body->frame,
                                      .torso = (int16_t)body->torso,
                                      .there = body->has_body};
    memcpy(point->origin, body->origin, sizeof(point->origin));
    memcpy(point->angles, body->angles, sizeof(point->angles));
    if (level->count++ == 0) {
        level->shirt = body->shirt;
        level->trousers = body->trousers;
    } else {
        point->jumps = !point[-1].there || is_jump(point[-1].origin, point->origin);
    }
    return 0;
}

struct reading {
    struct body_path *path;
    uint32_t limit;
    uint32_t level_count; /* of the body of the last point */
    uint32_t skip;        /* updates until the next point */
};

static int take_body(struct reading *r, const struct demo_body *body, double time)
{
    struct body_path *path = r->path;
    int status = 0;
    const bool begins = path->num_levels == 0 || body->level_count != r->level_count;
    if (begins && (!body->has_body || path->num_levels == BODY_PATH_LEVELS)) {
        return 0; /* a level begins with the player */
    }
    if (begins) {
        r->level_count = body->level_count;
        r->skip = 0;
        status = add_level(path, body);
    }
    if (status < 0 || r->skip-- > 0) {
        return status;
    }
    if (path->count >= r->limit) {
        thin(path);
    }
    r->skip = path->stride - 1;
    return add_point(path, body, time);
}

/* What the head's update tells of whom a picture would follow. Returns 0 or FORMAT_MEMORY. */
static int find_body(const struct timeline *head, struct follow_choice *choice, const char *who,
                     struct demo_body *body)
{
    uint32_t follow = 0;
    enum follow_result result = FOLLOW_NOBODY;
    const int status = who ? follow_choice_find(choice, head, who, &follow, &result) : 0;
    timeline_body(head, follow, body);
    body->has_body = body->has_body && (result == FOLLOW_FOUND || result == FOLLOW_NOBODY);
    return status;
}

/* Moves the head to an update and tells the listener of it. */
static int go(struct timeline *head, uint32_t update, double time,
              const struct body_path_listener *listener)
{
    struct demo_sounds sounds = {0};
    if (!listener) {
        return timeline_go_update(head, update);
    }
    int status = timeline_listen(head, update, &sounds);
    status = status == 0 ? listener->hear(listener->context, time, &sounds) : status;
    demo_sounds_free(&sounds);
    return status;
}

/* Each box has the way to the next one, too. */
static int make_boxes(struct body_path *path)
{
    const size_t count = path->count / BODY_PATH_BOX + 1;
    path->boxes = calloc(count, sizeof(*path->boxes));
    for (size_t i = 0; path->boxes && i < count; i++) {
        struct body_path_box *box = &path->boxes[i];
        const size_t first = i * BODY_PATH_BOX, end = first + BODY_PATH_BOX + 1;
        for (int k = 0; k < 3; k++) {
            box->mins[k] = INFINITY;
            box->maxs[k] = -INFINITY;
        }
        for (size_t p = first > 0 ? first - 1 : 0; p < end && p < path->count; p++) {
            for (int k = 0; k < 3; k++) {
                box->mins[k] = fminf(box->mins[k], path->points[p].origin[k]);
                box->maxs[k] = fmaxf(box->maxs[k], path->points[p].origin[k]);
            }
        }
    }
    return path->boxes ? 0 : FORMAT_MEMORY;
}

int body_path_read(struct body_path *path, const struct timeline *timeline, const char *who,
                   uint32_t limit, const struct body_path_listener *listener)
{
    struct timeline *head;
    *path = (struct body_path){.stride = 1};
    int status = timeline_wait(timeline, false);
    if (status < 0 || (status = timeline_open_head(&head, timeline)) < 0) {
        return status;
    }
    struct reading reading = {.path = path, .limit = limit > 2 ? limit : 2};
    struct follow_choice choice = {0};
    const uint32_t updates = timeline_extent(timeline).num_updates;
    for (uint32_t i = 0; status == 0 && i < updates; i++) {
        const double time = timeline_update_time(timeline, i);
        struct demo_body body;
        status = go(head, i, time, listener);
        if (status == 0) {
            status = find_body(head, &choice, who, &body);
        }
        if (status == 0) {
            status = take_body(&reading, &body, time);
        }
    }
    follow_choice_free(&choice);
    timeline_close(head);
    return status == 0 ? make_boxes(path) : status;
}

void body_path_free(struct body_path *path)
{
    free(path->points);
    free(path->levels);
    free(path->boxes);
    *path = (struct body_path){0};
}

/* --- at a time -------------------------------------------------------------------------------- */

size_t body_path_level_at(const struct body_path *path, double time)
{
    size_t level = 0;
    while (level + 1 < path->num_levels &&
           path->points[path->levels[level + 1].first].time <= time) {
        level++;
    }
    return level;
}

/* The last point of a level at or before a time; the first one if there is none. */
static size_t find_point(const struct body_path *path, const struct body_path_level *level,
                         double time)
{
    size_t low = level->first, high = low + level->count;
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        if (path->points[middle].time <= time) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

/* By the shorter side. */
static float turn(float from, float to, float part)
{
    const double way = (double)to - (double)from;
    return from + part * (float)(way - 360.0 * floor(way / 360.0 + 0.5));
}

/* When the pose of point i began; *before: the pose before that. */
static double begin_of_frame(const struct body_path *path, size_t first, size_t i, int32_t *before)
{
    const struct body_path_point *points = path->points;
    const size_t oldest = i - first > OLDEST_POSE ? i - OLDEST_POSE : first;
    size_t at = i;
    while (at > oldest && points[at - 1].frame == points[i].frame) {
        at--;
    }
    *before = at > first ? points[at - 1].frame : points[at].frame;
    return points[at].time;
}

static double begin_of_torso(const struct body_path *path, size_t first, size_t i)
{
    const struct body_path_point *points = path->points;
    const size_t oldest = i - first > OLDEST_POSE ? i - OLDEST_POSE : first;
    size_t at = i;
    while (at > oldest && points[at - 1].torso == points[i].torso) {
        at--;
    }
    return points[at].time;
}

bool body_path_place(const struct body_path *path, size_t level, double time,
                     struct body_place *place)
{
    const struct body_path_level *l = &path->levels[level];
    const size_t i = find_point(path, l, time), end = l->first + l->count;
    const struct body_path_point *now = &path->points[i];
    if (!now->there || time > path->points[end - 1].time) {
        return false;
    }
    const struct body_path_point *next =
        i + 1 < end && !now[1].jumps && now[1].there ? now + 1 : now;
    const double gap = next->time - now->time;
    const float part = gap > 0.0 && time > now->time ? (float)((time - now->time) / gap) : 0.0f;
    for (int k = 0; k < 3; k++) {
        place->origin[k] = now->origin[k] + part * (next->origin[k] - now->origin[k]);
        place->angles[k] = turn(now->angles[k], next->angles[k], part);
    }
    place->frame = now->frame;
    place->torso = now->torso;
    place->frame_age = fmax(0.0, time - begin_of_frame(path, l->first, i, &place->old_frame));
    place->torso_age = fmax(0.0, time - begin_of_torso(path, l->first, i));
    return true;
}

/* --- places ----------------------------------------------------------------------------------- */

static double distance_squared(const float a[3], const float b[3])
{
    double sum = 0.0;
    for (int i = 0; i < 3; i++) {
        const double way = (double)a[i] - (double)b[i];
        sum += way * way;
    }
    return sum;
}

/* The nearest place of the way from a point to the next; of a last point, or before a jump, the
 * point's. Returns the squared distance. */
static double nearest_of_way(const struct body_path_point *from, bool goes_on, const float place[3],
                             double *time)
{
    const struct body_path_point *to = from + (goes_on && from[1].there && !from[1].jumps);
    double along = 0.0, length = 0.0;
    float at[3];
    for (int i = 0; i < 3; i++) {
        const double way = (double)to->origin[i] - (double)from->origin[i];
        along += way * ((double)place[i] - (double)from->origin[i]);
        length += way * way;
    }
    const double part = length > 0.0 ? fmin(fmax(along / length, 0.0), 1.0) : 0.0;
    for (int i = 0; i < 3; i++) {
        at[i] = from->origin[i] + (float)part * (to->origin[i] - from->origin[i]);
    }
    *time = from->time + part * (to->time - from->time);
    return distance_squared(at, place);
}

/* Being a second off weighs as much as being so much farther away, up to a number of seconds. */
#define OFF_UNITS 4.0
#define OFF_SECONDS 16.0

/* Who moves less than this, squared units, stands still. */
#define STILL 1e-3

/* A passage: the path comes nearer to a place and goes away again, or stands still there. */
struct passage {
    double least;     /* squared distance */
    double at, until; /* when it is that near */
};

/* The search for the best passage. */
struct search {
    const struct body_path *path;
    const float *place;
    size_t first, end; /* points of the level */
    double near_time;
    double weight, distance, time; /* of the best one so far */
};

/* Squared; INFINITY where the player is not there. */
static double distance_at(const struct search *s, size_t i)
{
    const struct body_path_point *point = &s->path->points[i];
    return i < s->first || i >= s->end || !point->there ? INFINITY
                                                        : distance_squared(point->origin, s->place);
}

/* Takes a nearer place on the way behind point i. */
static void refine(const struct search *s, size_t i, struct passage *passage)
{
    double when;
    const double least = nearest_of_way(&s->path->points[i], i + 1 < s->end, s->place, &when);
    if (least < passage->least - STILL) {
        *passage = (struct passage){least, when, when};
    }
}

static void weigh(struct search *s, const struct passage *passage)
{
    const double time = fmin(fmax(s->near_time, passage->at), passage->until);
    const double distance = sqrt(passage->least);
    const double off = fmin(fabs(time - s->near_time), OFF_SECONDS);
    if (distance + OFF_UNITS * off < s->weight) {
        s->weight = distance + OFF_UNITS * off;
        s->distance = distance;
        s->time = time;
    }
}

/* If the path is nearest at point i, for the first time where it stands still: weighs that. */
static void search_point(struct search *s, size_t i)
{
    const double here = distance_at(s, i);
    size_t last = i;
    if (!(here < INFINITY) || (i > s->first && !(distance_at(s, i - 1) > here + STILL))) {
        return;
    }
    double behind = distance_at(s, i + 1);
    while (fabs(behind - here) <= STILL) {
        last++;
        behind = distance_at(s, last + 1);
    }
    if (!(behind > here)) {
        return;
    }
    struct passage passage = {here, s->path->points[i].time, s->path->points[last].time};
    if (i > s->first && s->path->points[i - 1].there) {
        refine(s, i - 1, &passage);
    }
    refine(s, last, &passage);
    weigh(s, &passage);
}

/* No point of a box is nearer; 0 if the path has no boxes. */
static double distance_of_box(const struct search *s, size_t box)
{
    double sum = 0.0;
    if (!s->path->boxes) {
        return 0.0;
    }
    for (int i = 0; i < 3; i++) {
        const double below = (double)s->path->boxes[box].mins[i] - (double)s->place[i];
        const double above = (double)s->place[i] - (double)s->path->boxes[box].maxs[i];
        const double out = fmax(fmax(below, above), 0.0);
        sum += out * out;
    }
    return sqrt(sum);
}

static void search_box(struct search *s, size_t box)
{
    const size_t begin = box * BODY_PATH_BOX, behind = begin + BODY_PATH_BOX;
    if (distance_of_box(s, box) > s->weight) {
        return;
    }
    for (size_t i = begin > s->first ? begin : s->first; i < behind && i < s->end; i++) {
        search_point(s, i);
    }
}

double body_path_nearest(const struct body_path *path, size_t level, const float place[3],
                         double near_time, double *time)
{
    const struct body_path_level *l = &path->levels[level];
    struct search s = {.path = path,
                       .place = place,
                       .first = l->first,
                       .end = l->first + l->count,
                       .near_time = near_time,
                       .weight = INFINITY,
                       .distance = -1.0};
    search_box(&s, find_point(path, l, near_time) / BODY_PATH_BOX); /* most others are farther */
    for (size_t box = s.first / BODY_PATH_BOX; box <= (s.end - 1) / BODY_PATH_BOX; box++) {
        search_box(&s, box);
    }
    *time = s.time;
    return s.distance;
}

bool body_path_first_move(const struct body_path *path, size_t level, double *time)
{
    const struct body_path_level *l = &path->levels[level];
    const struct body_path_point *start = &path->points[l->first];
    for (uint32_t k = 1; k < l->count; k++) {
        const double x = (double)start[k].origin[0] - (double)start->origin[0];
        const double y = (double)start[k].origin[1] - (double)start->origin[1];
        if (start[k].there && x * x + y * y > MOVED_UNITS * MOVED_UNITS) {
            *time = start[k - 1].time;
            return true;
        }
    }
    return false;
}
