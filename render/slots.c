#include "render/slots.h"

#include <stdint.h>

void slots_init(struct slots *slots)
{
    atomic_init(&slots->taken, 0);
}

int slots_take(struct slots *slots, int count)
{
    for (;;) {
        uint_least64_t taken = atomic_load(&slots->taken);
        for (int n = 0; n < count; n++) {
            const uint_least64_t bit = (uint_least64_t)1 << n;
            if ((taken & bit) == 0 &&
                atomic_compare_exchange_strong(&slots->taken, &taken, taken | bit)) {
                return n;
            }
        }
    }
}

void slots_give_back(struct slots *slots, int slot)
{
    atomic_fetch_and(&slots->taken, ~((uint_least64_t)1 << slot));
}
