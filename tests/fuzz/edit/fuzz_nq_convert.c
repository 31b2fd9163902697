/* Fuzz target: NetQuake demos in other protocols. What is written has to be whole and in the
 * protocol asked for, and converted to it again it is the same. The last byte chooses the protocol.
 */
#include <stdlib.h>
#include <string.h>

#include "engine/edit/netquake/nq_convert.h"
#include "engine/netquake/nq_family.h"
#include "tests/fuzz/stages/nq_whole.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool convert(const uint8_t *data, size_t size, int32_t protocol, struct byte_writer *out)
{
    void *file;
    struct convert_report report;
    struct format_error err = {0};
    if (netquake_family.open(&file, data, size, 0, &err) < 0) {
        return false;
    }
    const int code = nq_convert(file, protocol, out, &report, &err);
    require(code == 0 || err.offset <= size);
    netquake_family.close(file);
    return !convert_report_refuses(&report) && report.blocks > 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const int32_t protocols[] = {15, 666, 999};
    const int32_t protocol = protocols[size > 0 ? data[size - 1] % 3 : 0];
    struct byte_writer out = {0}, again = {0};
    if (convert(data, size, protocol, &out)) {
        (void)nq_require_whole(&out);
        require(convert(out.data, out.size, protocol, &again));
        require(again.size == out.size && memcmp(again.data, out.data, out.size) == 0);
    }
    byte_writer_free(&out);
    byte_writer_free(&again);
    return 0;
}
