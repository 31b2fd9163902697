/* Which demos the list shows, and in what order: sorting, and folders up and down. What is shown is
 * the playlist. Main thread only. */
#ifndef ENGINE_VIEWER_VIEWER_LISTING_H
#define ENGINE_VIEWER_VIEWER_LISTING_H

struct viewer;

enum listing_order { LISTING_NAME, LISTING_DATE, LISTING_WATCHED, LISTING_ORDERS };

/* Sorts the playlist by the next order: names, newest files first, watched last first. */
void viewer_sort_list(struct viewer *viewer);
/* Lists the demos of the folder above, or of the selected demo's own folder. Says so if there are
 * no others. */
void viewer_list_folder_above(struct viewer *viewer);
void viewer_list_folder_of_selected(struct viewer *viewer);
/* The order's name for the list's title: "by name". */
const char *viewer_listing_order(enum listing_order order);

#endif
