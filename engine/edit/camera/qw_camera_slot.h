/* The slot of a QuakeWorld demo that its camera gets: one that no player has. */
#ifndef ENGINE_EDIT_CAMERA_QW_CAMERA_SLOT_H
#define ENGINE_EDIT_CAMERA_QW_CAMERA_SLOT_H

#include <stdint.h>

#include "engine/edit/camera/edit_camera.h"
#include "engine/edit/quakeworld/qw_groups.h"
#include "engine/quakeworld/quakeworld.h"
#include "formats/quakeworld/qw_message.h"

enum { QW_CAMERA_AXES = 3, QW_CAMERA_USER = INT16_MAX /* user number of the camera */ };

/* Reads the good part of the demo, and sets *slot, 0..31, and report->entity, from 1. Returns 0, or
 * FORMAT_UNKNOWN if all slots are used; fills err. */
int qw_camera_slot_find(const struct qw_demo *demo, uint8_t *slot,
                        struct edit_camera_report *report, struct format_error *err) MUST_CHECK;

/* Writes the demo's groups by `film` (qw_groups.h). Returns its code; FORMAT_UNKNOWN, and appends
 * nothing, if no camera was told, or one nowhere near the path; FORMAT_MEMORY. Fills err. */
int qw_camera_slot_film(const struct demo *demo, qw_group_fn film, void *context,
                        struct byte_writer *out, const struct edit_camera_report *report,
                        struct format_error *err) MUST_CHECK;

/* Where the camera's eyes make its player be. */
void qw_camera_slot_place(const struct camera *camera, float origin[QW_CAMERA_AXES]);

/* Notes in the report how far what the demo tells is from what was wanted. */
void qw_camera_slot_note(struct edit_camera_report *report, const float told[QW_CAMERA_AXES],
                         const float wanted[QW_CAMERA_AXES]);

/* 0, or FORMAT_UNKNOWN if that is farther than any rounding: fills err with the time, seconds. */
int qw_camera_slot_check(const struct edit_camera_report *report, double time,
                         struct format_error *err) MUST_CHECK;

#endif
