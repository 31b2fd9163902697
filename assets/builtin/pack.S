/* The built-in pack as bytes of the program (declared in assets/builtin/builtin.h). */
    .section .rodata
    .balign 16
    .globl builtin_pak
builtin_pak:
    .incbin PACK_FILE
builtin_pak_end:
    .balign 8
    .globl builtin_pak_size
builtin_pak_size:
    .quad builtin_pak_end - builtin_pak
    .section .note.GNU-stack,"",%progbits
