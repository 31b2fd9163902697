/* A byte_source that reads an open file, for the readers of formats/. */
#ifndef ASSETS_FILE_SOURCE_H
#define ASSETS_FILE_SOURCE_H

#include "assets/platform.h"
#include "formats/base/byte_source.h"

/* The handle is borrowed and must stay open while the source is used. Safe from any thread. */
struct byte_source file_source(struct disk_file *file);

#endif
