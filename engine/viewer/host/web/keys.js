// Keys of the keyboard as the program knows them: a place, and what the key types without modifiers
// (engine/viewer/host/keycode.h).
'use strict';

const KEY_BY_PLACE = 1 << 30;

// KeyboardEvent.code: [place, code of a key that has a character]. The character is that of a US keyboard until the key
// was seen to type another one.
const KEYS = {
    Enter: [40, 13], Escape: [41, 27], Backspace: [42, 8], Tab: [43, 9], Space: [44, 32], Delete: [76, 127],
    CapsLock: [57], PrintScreen: [70], ScrollLock: [71], Pause: [72], Insert: [73], Home: [74], PageUp: [75], End: [77],
    PageDown: [78], ArrowRight: [79], ArrowLeft: [80], ArrowDown: [81], ArrowUp: [82], NumLock: [83],
    NumpadDivide: [84], NumpadMultiply: [85], NumpadSubtract: [86], NumpadAdd: [87], NumpadEnter: [88],
    Numpad0: [98], NumpadDecimal: [99], ContextMenu: [101], NumpadEqual: [103], IntlBackslash: [100],
    ControlLeft: [224], ShiftLeft: [225], AltLeft: [226], MetaLeft: [227],
    ControlRight: [228], ShiftRight: [229], AltRight: [230], MetaRight: [231],
};
for (let i = 0; i < 26; i++) {
    KEYS['Key' + String.fromCharCode(65 + i)] = [4 + i, 97 + i];
}
for (let i = 1; i < 10; i++) {
    KEYS['Digit' + i] = [29 + i, 48 + i];
    KEYS['Numpad' + i] = [88 + i];
}
KEYS.Digit0 = [39, 48];
for (let i = 1; i <= 12; i++) {
    KEYS['F' + i] = [57 + i];
}
['Minus-', 'Equal=', 'BracketLeft[', 'BracketRight]', 'Backslash\\', null, 'Semicolon;', 'Quote\'', 'Backquote`', 'Comma,',
    'Period.', 'Slash/'].forEach((key, i) => {
    if (key) {
        KEYS[key.slice(0, -1)] = [45 + i, key.charCodeAt(key.length - 1)];
    }
});

const typed = new Map(); // KeyboardEvent.code: what it types without modifiers on this keyboard

// Bits of enum key_mod.
function keyMods(event) {
    return (event.shiftKey ? 1 : 0) | (event.ctrlKey ? 2 : 0) | (event.altKey ? 4 : 0) |
        (event.getModifierState && event.getModifierState('AltGraph') ? 8 : 0);
}

// The program's events for a KeyboardEvent.
function keyEvents(event) {
    const [place, character] = KEYS[event.code] || [0, 0];
    const mods = keyMods(event);
    const types = event.key.length > 0 && [...event.key].length === 1;
    if (types && mods === 0 && place !== 44) {
        typed.set(event.code, event.key.toLowerCase().codePointAt(0));
    }
    const code = (types && typed.get(event.code)) || character || (place ? KEY_BY_PLACE + place : 0);
    const down = event.type === 'keydown';
    const events = [{kind: 'key', down: down ? 1 : 0, code, place, repeat: event.repeat ? 1 : 0, mods}];
    if (down && types && (mods & 8 || !(mods & 6)) && !event.metaKey) {
        events.push({kind: 'text', text: event.key, mods});
    }
    return events;
}

if (typeof module !== 'undefined') {
    module.exports = {KEYS, keyEvents};
}
