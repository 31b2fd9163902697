/* A demo whose view is a camera that moves along a path, for the original engine to play.
 *
 * In memory: bytes in, bytes out. NetQuake: an entity number that the demo does not use is updated
 * in each update at the camera's place; setview makes it the view, and the blocks have the camera's
 * angles. A client moves only entities with a model and draws no model of the entity that is its
 * view (id, cl_main.c, CL_RelinkEntities), so it gets a small one that the level has. What would
 * move or colour the view is left out or neutral: view height, punch, velocity, damage, flashes of
 * pickups, powers, the weapon; a dead player has 1 health, since else the view lies on its side.
 * The rest of the demo stays; what the recorder's server did not send is missing at the camera,
 * too. Places are rounded to what the protocol has: eighths in 15 and 666. In the screen at a
 * level's end (svc_intermission) the view's angles are the entity's, which 15 and 666 tell in steps
 * of 1.4 degrees.
 *
 * QuakeWorld, .qwd: the demo becomes that of a spectator in a slot that no player has, whose place
 * is told in each packet with players or entities that has room, and whose commands have the
 * camera's angles. A client moves a spectator by its commands alone, so that its place changes from
 * packet to packet. The recorder is a player like the others, who looks where its commands did; one
 * who was a spectator is not shown.
 *
 * QuakeWorld, .mvd: who plays it chooses the view. The camera becomes a player named "camera", in a
 * slot that no player has, who has no model and looks along the path; it stands in the list of
 * players. ezQuake watches the first player that a level tells of until its user chooses another
 * one: that is the camera.
 *
 * Times of the path are those of playback. The field of view does not go into the demo. */
#ifndef ENGINE_EDIT_CAMERA_EDIT_CAMERA_H
#define ENGINE_EDIT_CAMERA_EDIT_CAMERA_H

#include <stddef.h>
#include <stdint.h>

#include "engine/family/demo_family.h"
#include "engine/playback/camera_path.h"
#include "formats/base/bytes.h"

struct edit_camera_report {
    uint32_t updates; /* with the camera */
    uint32_t entity;  /* number of the camera's entity; QuakeWorld: its slot, from 1 */
    double moved;     /* largest distance on an axis from the path to what the demo tells, units */
};

/* Appends the demo, which its family has opened, to out (caller frees). The path has key points.
 * Returns 0, FORMAT_MEMORY, FORMAT_UNKNOWN if there can be no such demo (another family or
 * protocol, all numbers of entities used, no update, the camera too far out), and out is unchanged
 * then; or a negative code if the demo is damaged, and out then holds everything up to the damage,
 * or is unchanged if no update is in front of it. Fills err,
 * whose offset is the file's. *report is set. */
int edit_camera(const struct demo *demo, const struct camera_path *path, struct byte_writer *out,
                struct edit_camera_report *report, struct format_error *err) MUST_CHECK;

#endif
