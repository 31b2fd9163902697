/* The table of vertex normals belongs to assets/; the generator is built without that library, so
 * it compiles the same file once more. */
#include "assets/quake/alias_normals.c"
