#include "engine/hud/hud_elements.h"

static const struct hud_element elements[] = {
#define HUD_ELEMENT(name, families, option, slot, function)                                        \
    {name, families, offsetof(struct hud_options, option), slot, function},
#include "engine/hud/hud_element_list.h"
#undef HUD_ELEMENT
};

enum { ELEMENTS = sizeof elements / sizeof elements[0] };

const struct hud_element *hud_element_at(size_t i)
{
    return i < ELEMENTS ? &elements[i] : NULL;
}

bool hud_element_is_shown(const struct hud_element *element, const struct hud_options *options)
{
    return *(const bool *)((const char *)options + element->option);
}

void hud_elements_add(struct hud_2d_list *list, enum hud_family family, enum hud_slot slot,
                      const struct hud_facts *facts, struct hud_area *area)
{
    for (size_t i = 0; i < ELEMENTS; i++) {
        const struct hud_element *element = &elements[i];
        if (element->slot == slot && (element->families & (unsigned)family) != 0 &&
            hud_element_is_shown(element, facts->options)) {
            element->draw(list, facts, area);
        }
    }
}
