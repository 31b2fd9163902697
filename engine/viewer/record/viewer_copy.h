/* Copies where the picture is to the clipboard. */
#ifndef ENGINE_VIEWER_RECORD_VIEWER_COPY_H
#define ENGINE_VIEWER_RECORD_VIEWER_COPY_H

struct viewer;

/* Two lines: time, block, server time, the view's position and angles; and the `quakereel shot`
 * that makes this picture. Tells what it did, or why it could not. */
void viewer_copy_place(struct viewer *viewer);

#endif
