/* Coordinates and angles of a NetQuake message, as wide as its protocol has them. For the readers
 * and writers of this folder. */
#ifndef FORMATS_NETQUAKE_NQ_FIELDS_H
#define FORMATS_NETQUAKE_NQ_FIELDS_H

#include "formats/base/bytes.h"

struct nq_protocol;

double nq_coord_read(const struct nq_protocol *protocol, struct byte_reader *r);
void nq_origin_read(const struct nq_protocol *protocol, struct byte_reader *r, double origin[3]);
float nq_angle_read(const struct nq_protocol *protocol, struct byte_reader *r);
void nq_coord_write(const struct nq_protocol *protocol, struct byte_writer *out, double coord);
void nq_origin_write(const struct nq_protocol *protocol, struct byte_writer *out,
                     const double origin[3]);
void nq_angle_write(const struct nq_protocol *protocol, struct byte_writer *out, float angle);

/* 16 bits even where the protocol's angles have 8. */
float nq_short_angle_read(const struct nq_protocol *protocol, struct byte_reader *r);
void nq_short_angle_write(const struct nq_protocol *protocol, struct byte_writer *out, float angle);

#endif
