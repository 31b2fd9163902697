#include "engine/family/camera.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/dmath.h"

/* Defaults of chase_back and chase_up, units. */
static const float usual_distance = 100.0f, usual_height = 16.0f;
static const float max_coordinate = 1e6f, max_chase = 4096.0f, max_pitch = 89.0f;

struct camera camera_default(void)
{
    return (struct camera){.kind = CAMERA_EYE, .distance = usual_distance, .height = usual_height};
}

/* --- settings --------------------------------------------------------------------------------- */

/* Clamps to low..high; NaN becomes 0. */
static float bounded(double value, float low, float high)
{
    if (!(value >= (double)low)) {
        return value < (double)low ? low : 0.0f;
    }
    return value > (double)high ? high : (float)value;
}

/* Parses numbers separated by commas. Returns their count, or -1 if text is malformed. */
static int parse_numbers(const char *text, float *numbers, int most)
{
    for (int count = 0; count < most;) {
        char *end;
        /* strtod also accepts spaces, "inf", "nan" and hexadecimal numbers; these are refused. */
        if (text[0] == '\0' || strchr("+-.0123456789", text[0]) == NULL || text[1] == 'x' ||
            text[1] == 'X') {
            return -1;
        }
        double number = strtod(text, &end);
        if (end == text || !(fabs(number) <= (double)max_coordinate)) {
            return -1;
        }
        numbers[count++] = (float)number;
        if (*end != ',') {
            return *end == '\0' ? count : -1;
        }
        text = end + 1;
    }
    return -1;
}

static bool parse_chase(struct camera *camera, const char *text)
{
    float numbers[2];
    if (parse_numbers(text, numbers, 2) != 2 || numbers[0] < 0.0f || numbers[0] > max_chase ||
        fabsf(numbers[1]) > max_chase) {
        return false;
    }
    camera->kind = CAMERA_CHASE;
    camera->distance = numbers[0];
    camera->height = numbers[1];
    return true;
}

static bool parse_free(struct camera *camera, const char *text)
{
    float numbers[5] = {0};
    int count = parse_numbers(text, numbers, 5);
    if (count != 3 && count != 5) {
        return false;
    }
    camera->kind = CAMERA_FREE;
    memcpy(camera->origin, numbers, sizeof camera->origin);
    memset(camera->angles, 0, sizeof camera->angles);
    camera_turn(camera, numbers[3], numbers[4]);
    return true;
}

bool camera_parse(struct camera *camera, const char *text)
{
    if (strcmp(text, "eye") == 0) {
        camera->kind = CAMERA_EYE;
        return true;
    }
    if (strcmp(text, "chase") == 0) {
        camera->kind = CAMERA_CHASE;
        return true;
    }
    if (strncmp(text, "chase:", 6) == 0) {
        return parse_chase(camera, text + 6);
    }
    return strncmp(text, "free:", 5) == 0 && parse_free(camera, text + 5);
}

void camera_fly(struct camera *camera, float forward, float side)
{
    float ahead[3], right[3], up[3];
    dmath_angle_vectors(camera->angles, ahead, right, up);
    for (int i = 0; i < 3; i++) {
        double moved = (double)camera->origin[i] + (double)forward * (double)ahead[i] +
                       (double)side * (double)right[i];
        camera->origin[i] = bounded(moved, -max_coordinate, max_coordinate);
    }
}

void camera_turn(struct camera *camera, float pitch, float yaw)
{
    double turned = (double)camera->angles[1] + (double)yaw;
    turned -= 360.0 * floor(turned / 360.0);
    camera->angles[0] = bounded((double)camera->angles[0] + (double)pitch, -max_pitch, max_pitch);
    camera->angles[1] = bounded(turned, 0.0f, 360.0f);
}
