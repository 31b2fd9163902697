# quakereel. Entry points: deps, all, play, test, bench, plots, compare, golden, fuzz, asan, tsan, coverage, cross, windows, web,
# install, uninstall, dist, deb, tarball, clean.
# HEADLESS=1 builds it without SDL: no window, everything else. WITHOUT_SQLITE=1: without SQLite, which `library` alone needs.

# The version stands here alone: --version, the man page, the metainfo, `make dist` and the packages take it from here. The
# metainfo's <releases> has its notes.
VERSION = 0.9.0
RELEASE_DATE = 2026-11-26

CLANG ?= clang
PKG_CONFIG ?= pkg-config
STRIP ?= strip
BUILD ?= build
DESTDIR ?=
PREFIX ?= /usr/local
BINDIR ?= $(PREFIX)/bin
DATADIR ?= $(PREFIX)/share
MANDIR ?= $(DATADIR)/man
ZSHDIR ?= $(DATADIR)/zsh/site-functions
HEADLESS ?=
WITHOUT_SQLITE ?=

# All cores, unless -j N says how many.
ifeq ($(MAKELEVEL)$(filter -j%,$(MAKEFLAGS) $(shell echo "$$MAKEFLAGS")),0)
MAKEFLAGS += -j$(shell nproc 2>/dev/null || getconf _NPROCESSORS_ONLN)
endif

OPTIMISE ?= -O3 -g
SANITIZE ?=
WERROR ?=
WARNINGS = -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes $(WERROR)
# No contraction of a * b + c and no fast-math: a frame is the same bits on every machine.
# The folder it is built in leaves no trace in it.
ALL_CFLAGS = -std=c11 -D_POSIX_C_SOURCE=200809L -I. $(PTHREAD) -ffp-contract=off -ffile-prefix-map=$(CURDIR)=. \
	-D_FILE_OFFSET_BITS=64 $(MACHINE_CFLAGS) $(OPTIMISE) $(HARDENING_CFLAGS) $(WARNINGS) $(SANITIZE) $(CPPFLAGS) $(CFLAGS)
TEST_CFLAGS = -O0 $(if $(HARDENING_CFLAGS),-U_FORTIFY_SOURCE)
ALL_LDFLAGS = $(PTHREAD) $(MACHINE_LDFLAGS) $(HARDENING_LDFLAGS) $(SANITIZE) $(LDFLAGS)
PTHREAD = -pthread
HOST_LIBS = -lz -lm
LIBS = $(if $(WITHOUT_SQLITE),,$(SQLITE_LIBS)) $(HOST_LIBS)
SQLITE_LIBS ?= -lsqlite3
# Asked for only where they are used, so that `make deps` works before they are installed.
ifeq ($(HEADLESS),)
SDL_CFLAGS = $(shell $(PKG_CONFIG) --cflags sdl2)
SDL_LIBS = $(shell $(PKG_CONFIG) --libs sdl2)
endif

MACHINE := $(shell $(CC) -dumpmachine 2>/dev/null)
ifneq ($(filter x86_64-%,$(MACHINE)),)
SSE41_CFLAGS = -msse4.1
AVX2_CFLAGS = -mavx2
AVX512_CFLAGS = $(AVX2_CFLAGS) -mavx512f -mavx512bw -mavx512dq -mavx512vl
AVX512_VBMI_CFLAGS = $(AVX512_CFLAGS) -mavx512vbmi
else ifneq ($(filter i386-% i486-% i586-% i686-%,$(MACHINE)),)
# Floats and doubles are calculated as such, not in x87's longer registers,
MACHINE_CFLAGS = -msse2 -mfpmath=sse
else ifneq ($(filter s390x-%,$(MACHINE)),)
# and floats not as doubles, which is gcc's reading of ISO C for this machine.
MACHINE_CFLAGS = -fexcess-precision=fast
else ifneq ($(filter aarch64-% arm64-%,$(MACHINE)),)
SIMDE = simde
else ifneq ($(filter wasm32-%,$(MACHINE)),)
# WebAssembly, by emscripten: on one thread, but where the compiler is told otherwise (CROSS_CC_wasm-threads below).
SIMDE = simde
SSE41_CFLAGS = -msimd128
PTHREAD =
endif

ifneq ($(findstring mingw,$(MACHINE)),)
SYSTEM = windows
EXE = .exe
# The C library's printf instead of Windows', structures as gcc has them elsewhere, one file without DLLs.
MACHINE_CFLAGS = -D__USE_MINGW_ANSI_STDIO=1 -mno-ms-bitfields
MACHINE_LDFLAGS = -static
# gcc does not align the stack for AVX's registers there, and trusts that it is: unaligned moves need no such trust.
AVX2_CFLAGS += -Wa,-muse-unaligned-vector-move
else
SYSTEM = posix
endif
ifneq ($(findstring darwin,$(MACHINE)),)
# Apple's headers hide flock, MAP_ANONYMOUS and more behind _POSIX_C_SOURCE, and its ar knows no D.
MACHINE_CFLAGS = -D_DARWIN_C_SOURCE
ARCHIVE_FLAGS = rcs
endif
ARCHIVE_FLAGS ?= rcsD

# What a mistake in a reader may not turn into: checked copies, guarded stacks, no fixed addresses, no writable tables of
# functions. _FORTIFY_SOURCE needs an optimiser and is the sanitizers' business in their builds. HARDENING=no: none of it.
HARDENING ?= $(if $(findstring linux,$(MACHINE)),yes,no)
ifeq ($(HARDENING),yes)
HARDENING_CFLAGS = -fstack-protector-strong -fPIE \
	$(if $(SANITIZE)$(filter -O0,$(OPTIMISE) $(CFLAGS))$(findstring _FORTIFY_SOURCE,$(CPPFLAGS) $(CFLAGS)),,$(FORTIFY))
FORTIFY = -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2
HARDENING_LDFLAGS = -Wl,-z,relro,-z,now $(if $(filter -static -no-pie,$(LDFLAGS)),,-pie)
endif

# The library: everything but the program's main file. The viewer's window, input and sound device are those of
# VIEWER_HOST: engine/viewer/host/*_$(VIEWER_HOST).c; only these know SDL, or whatever else they stand on.
VIEWER_HOST ?= sdl
HOSTS := sdl web
OTHER_HOSTS := $(wildcard $(patsubst %,engine/viewer/host/*_%.c,$(filter-out $(VIEWER_HOST),$(HOSTS))))
SDL_SOURCES := $(wildcard engine/viewer/host/*_sdl.c)
VIEWER_SOURCES := $(wildcard engine/viewer/*.c engine/viewer/*/*.c)
NO_WINDOW := engine/viewer/no_window.c
# Without a window, too: commands read the marks of a demo.
MARKS := $(addprefix engine/viewer/saved/,demo_bookmarks.c saved_file.c)
# The catalogue of demos, and what stands for its command without SQLite.
NO_CATALOGUE := engine/commands/study/no_library.c
CATALOGUE := $(wildcard engine/library/*.c engine/commands/study/*library*.c)
OTHER_CATALOGUE := $(if $(WITHOUT_SQLITE),$(filter-out $(NO_CATALOGUE),$(CATALOGUE)),$(NO_CATALOGUE))
NOT_LIBRARY := engine/main.c $(OTHER_CATALOGUE) $(if $(HEADLESS),$(filter-out $(NO_WINDOW) $(MARKS),$(VIEWER_SOURCES)),$(NO_WINDOW)) $(OTHER_HOSTS)
OTHER_SYSTEMS := $(filter-out assets/system/%_$(SYSTEM).c assets/system/$(SYSTEM)_%.c,$(wildcard assets/system/*.c))
LIB_SOURCES := $(filter-out $(NOT_LIBRARY) $(OTHER_SYSTEMS),$(sort $(shell find formats assets render engine -name '*.c')))
LIB_OBJECTS := $(LIB_SOURCES:%.c=$(BUILD)/%.o)
PACK_OBJECT := $(BUILD)/builtin_pak.o
ICON_OBJECT := $(BUILD)/icon_png.o
LIBRARY := $(BUILD)/libquakereel.a
PROGRAM := $(BUILD)/quakereel$(EXE)

# The generator of the built-in pack is a tool of the build: it runs on this machine, whatever the program is built
# for, and is compiled once, whatever the flags of the rest.
HOST = build/host
HOST_CC ?= cc
HOST_CFLAGS = -std=c11 -I. -ffp-contract=off -O2
MKBUILTIN_SOURCES := $(wildcard tools/mkbuiltin/*.c tools/mkbuiltin/demos/*.c tools/mkbuiltin/sounds/*.c tools/mkbuiltin/quake3/*.c) assets/font.c assets/quake/alias_normals.c \
	$(addprefix formats/,base/arrays.c base/bytes.c base/checksum.c base/deflate.c base/dmath.c base/error.c netquake/dem.c quakeworld/qw_delta.c \
	quakeworld/qwd.c quakeworld/mvd.c) \
	$(wildcard formats/quake3/q3_*.c) formats/quake3/dm3.c \
	$(wildcard formats/netquake/nq_*.c formats/quakeworld/qw_message*.c)
MKBUILTIN_OBJECTS := $(MKBUILTIN_SOURCES:%.c=$(HOST)/%.o)

CATALOGUE_FUZZERS := $(wildcard tests/fuzz/library/*.c)
FUZZER_SOURCES := $(filter-out $(if $(WITHOUT_SQLITE),$(CATALOGUE_FUZZERS)),$(wildcard tests/fuzz/fuzz_*.c tests/fuzz/*/fuzz_*.c))
FUZZERS := $(basename $(notdir $(FUZZER_SOURCES)))
CATALOGUE_TESTS := $(wildcard tests/engine/library/*.c tests/engine/commands/study/*library*.c) $(CATALOGUE_FUZZERS)
VIEWER_TESTS := $(wildcard tests/engine/viewer/*.c tests/engine/viewer/*/*.c)
FUZZ_WRAP := tests/fuzz/stages/large_wrap.c
FAULT_SOURCES := $(wildcard tests/faults/*.c)
PLAIN_SOURCES := $(wildcard tests/plain/*.c)
WINDOWS_SOURCES := $(wildcard tests/windows/*.c)
TEST_SOURCES := $(filter-out $(FUZZER_SOURCES) $(FUZZ_WRAP) $(FAULT_SOURCES) $(PLAIN_SOURCES) $(WINDOWS_SOURCES) $(if $(HEADLESS),$(VIEWER_TESTS)) $(if $(WITHOUT_SQLITE),$(CATALOGUE_TESTS)),$(sort $(shell find tests -name '*.c')))
TEST_OBJECTS := $(TEST_SOURCES:%.c=$(BUILD)/%.o)
LONG_DEMO_OBJECTS := $(BUILD)/tools/long_demo.o $(BUILD)/tools/qw_long_demo.o
# Of tools that the tests ask as well.
TESTED_TOOLS := $(LONG_DEMO_OBJECTS) $(BUILD)/tools/nq_seeds.o $(BUILD)/tools/compare/measure.o $(addprefix $(BUILD)/tools/plots/,plot_data.o run.o tables.o tree.o)
TOOLS := $(BUILD)/bench $(BUILD)/compare $(BUILD)/golden $(BUILD)/plots

.PHONY: FORCE modules check-modules check-build all deps deps-cross play test faults mutants coverage bench plots compare golden docs fuzz fuzzers \
	fuzz-seeds fuzz-keep $(FUZZERS:%=run-%) asan tsan cross windows web web-test report-test deps-avx512 avx512 install uninstall dist deb tarball check-desktop check-packages clean
.PRECIOUS: $(BUILD)/%.o $(HOST)/%.o build/cross/zlib-%/lib/libz.a

all: $(PROGRAM)

# --- what a fresh machine lacks --------------------------------------------------------------------------

# Criterion is for the goals that run tests alone.
TEST_GOALS = deb test asan tsan coverage mutants avx512 build/tests/run
NEEDS = $(if $(HEADLESS),,sdl2) $(if $(WITHOUT_SQLITE),,sqlite) stb zlib $(SIMDE) $(if $(filter $(TEST_GOALS),$(MAKECMDGOALS)),criterion)
install_missing = CC='$(CC)' PKG_CONFIG='$(PKG_CONFIG)' tools/deps.sh

deps:
	@$(install_missing) headers $(NEEDS)

# In `make deps all` nothing compiles before deps is done, nor in `make clean all` before clean is.
BEFORE_ALL = $(filter deps clean,$(MAKECMDGOALS))
$(BUILD)/flags $(HOST)/flags fuzzers $(filter-out $(BEFORE_ALL),$(MAKECMDGOALS)): | $(BEFORE_ALL)

# --- building --------------------------------------------------------------------------------------------

# What everything is compiled and linked with; objects are older than it when that has changed.
FLAGS = $(CC) $(ALL_CFLAGS) $(SDL_CFLAGS) $(STB_CFLAGS) -fwrapv $(SSE41_CFLAGS) $(AVX2_CFLAGS) \
	$(if $(SIMDE),$(wildcard /usr/include/simde)) $(TEST_CFLAGS) $(VERSION_CFLAGS) $(ALL_LDFLAGS) \
	$(SDL_LIBS) $(LIBS)
HOST_FLAGS = $(HOST_CC) $(HOST_CFLAGS)
write_if_changed = @mkdir -p $(@D); echo '$(1)' | cmp -s - $@ || echo '$(1)' > $@

$(BUILD)/flags: FORCE
	$(call write_if_changed,$(FLAGS))

$(HOST)/flags: FORCE
	$(call write_if_changed,$(HOST_FLAGS))

$(BUILD)/%.o: %.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) $(OPTIMISE_LESS) $(FILE_CFLAGS) -MMD -MP -c $< -o $@

# A file's own flags are named above in FLAGS.
$(patsubst %.c,$(BUILD)/%.o,$(SDL_SOURCES) $(VIEWER_TESTS)): FILE_CFLAGS = $(SDL_CFLAGS)
VERSION_CFLAGS = -DQUAKEREEL_VERSION=\"$(VERSION)\"
$(BUILD)/engine/main.o $(BUILD)/engine/commands/cmd_render.o: FILE_CFLAGS = $(VERSION_CFLAGS)
# Tests are compiled more often than they wait for themselves.
$(TEST_OBJECTS): OPTIMISE_LESS = $(TEST_CFLAGS)
# stb's reader of JPEG and its decoder of Vorbis shift set bits out of an int on purpose.
STB_CFLAGS = -fno-sanitize=shift
$(BUILD)/formats/media/stb_vorbis.o: FILE_CFLAGS = $(STB_CFLAGS)
# Its reader of JPEG lets sums of a damaged picture go round.
$(BUILD)/formats/pictures/stb_image.o: FILE_CFLAGS = $(STB_CFLAGS) -fwrapv
$(BUILD)/render/palette/kernels/kernels_sse41.o $(BUILD)/render/rgb/kernels/rgb_kernels_sse41.o: \
	FILE_CFLAGS = $(SSE41_CFLAGS)
$(BUILD)/render/palette/kernels/kernels_avx2.o $(BUILD)/render/pixels/pixels_avx2.o \
	$(BUILD)/render/rgb/kernels/rgb_kernels_avx2.o: \
	FILE_CFLAGS = $(AVX2_CFLAGS)
$(BUILD)/render/rgb/kernels/rgb_kernels_avx512.o: \
	FILE_CFLAGS = $(AVX512_CFLAGS)
$(BUILD)/render/palette/kernels/kernels_avx512.o $(BUILD)/render/palette/kernels/kernels_vbmi.o: \
	FILE_CFLAGS = $(AVX512_VBMI_CFLAGS)
$(BUILD)/tools/bench/limits_avx2.o: FILE_CFLAGS = $(AVX2_CFLAGS)
$(BUILD)/tools/bench/limits_avx512.o: FILE_CFLAGS = $(AVX512_CFLAGS)

# The built-in pack is made by its generator, as a file and as the C source that makes it part of the binary.
$(HOST)/%.o: %.c $(HOST)/flags
	@mkdir -p $(@D)
	$(HOST_CC) $(HOST_CFLAGS) $(WARNINGS) -MMD -MP -c $< -o $@

$(HOST)/mkbuiltin: $(MKBUILTIN_OBJECTS)
	$(HOST_CC) $^ $(HOST_LIBS) -o $@

$(HOST)/builtin_pak.c: $(HOST)/mkbuiltin
	$< $(HOST)/builtin.pak $(HOST)/builtin.pk3 $@.new
	mv $@.new $@

$(PACK_OBJECT): $(HOST)/builtin_pak.c $(BUILD)/flags
	$(CC) $(ALL_CFLAGS) -c $< -o $@

# The window's icon, a part of the binary in the same way.
$(HOST)/embed: $(HOST)/tools/embed.o
	$(HOST_CC) $^ -o $@

$(HOST)/icon_png.c: $(HOST)/embed assets/desktop/icons/quakereel-64.png
	$^ icon_png $@

$(ICON_OBJECT): $(HOST)/icon_png.c $(BUILD)/flags
	$(CC) $(ALL_CFLAGS) -c $< -o $@

$(LIBRARY): $(LIB_OBJECTS) $(PACK_OBJECT) $(ICON_OBJECT)
	rm -f $@
	$(AR) $(ARCHIVE_FLAGS) $@ $^

$(PROGRAM): $(BUILD)/engine/main.o $(LIBRARY)
	$(CC) $^ $(ALL_LDFLAGS) $(SDL_LIBS) $(LIBS) -o $@

# The program as a module of a worker of the web. What C calls of the page is in library.js. Debian's emscripten finds
# acorn where Debian's node has it.
WEB_LDFLAGS = -O2 -sENVIRONMENT=worker -sMODULARIZE -sEXPORT_NAME=createQuakereel -sDYNAMIC_EXECUTION=0 -sEXIT_RUNTIME \
	-sALLOW_MEMORY_GROWTH -sINITIAL_MEMORY=64MB -sMAXIMUM_MEMORY=2GB -lworkerfs.js \
	-sEXPORTED_RUNTIME_METHODS=FS,ENV,callMain,stackSave,stackAlloc,stackRestore \
	-sEXPORTED_FUNCTIONS=_main,$(subst $(space),$(comma),$(WEB_EXPORTS)) $(if $(filter -pthread,$(CC)),$(WEB_THREADS))
# A thread that none of these workers is free for would begin only after the program's turn, which may wait for it: it is
# refused instead. The viewer has five threads at most beside those that draw: index, sound, small pictures, facts, places.
WEB_THREADS = '-sPTHREAD_POOL_SIZE=navigator.hardwareConcurrency+5' -sPTHREAD_POOL_SIZE_STRICT=2
WEB_EXPORTS = $(addprefix _web_,key text mouse button wheel leave blur resized drop drop_end fill turn end)
WEB_LIBRARY = engine/viewer/host/web/library.js
WEB_OBJECTS = $(patsubst %.c,$(BUILD)/%.o,$(filter-out $(NO_WINDOW) $(MARKS) $(OTHER_HOSTS),$(VIEWER_SOURCES)))
comma = ,
space = $(subst ,, )

$(BUILD)/quakereel-web.js: $(BUILD)/engine/main.o $(WEB_OBJECTS) $(LIBRARY) $(WEB_LIBRARY)
	NODE_PATH=/usr/share/nodejs $(CC) $(filter %.o %.a,$^) $(filter -L%,$(LDFLAGS)) $(WEB_LDFLAGS) --js-library $(WEB_LIBRARY) $(LIBS) -o $@

# The project's own allocations go by tests/support/scarce.c, which lets them fail.
SCARCE = malloc calloc realloc strdup free pthread_create fork
# And asking whose a demo is by tests/engine/commands/test_opening.c, which counts how often that is.
COUNTED = qw_detect

TEST_LINK = $(ALL_LDFLAGS) $(SCARCE:%=-Wl,--wrap=%) $(COUNTED:%=-Wl,--wrap=%) -lcriterion $(SDL_LIBS) $(LIBS)

$(BUILD)/tests/run: $(TEST_OBJECTS) $(TESTED_TOOLS) $(LIBRARY)
	$(CC) $^ $(TEST_LINK) -o $@

# Tests without Criterion's library, see tests/plain/criterion/criterion.h. Built with CPPFLAGS=-Itests/plain.
PLAIN_TESTS = formats/base/test_object_id assets/quake/test_replacement_list assets/quake3/test_textures \
	render/test_renderer render/test_thread_pool \
	render/rgb/test_rgb_renderer render/rgb/rgb_room engine/capture/test_film engine/playback/demo_stage \
	engine/playback/test_timeline_order engine/viewer/audio/test_audio engine/viewer/preview/test_preview \
	engine/viewer/preview/test_demo_facts
$(BUILD)/tests/plain_run: $(addprefix $(BUILD)/,tests/plain/plain_run.o $(PLAIN_TESTS:%=tests/%.o) \
		$(patsubst %.c,%.o,$(sort $(wildcard tests/support/*.c tests/support/quake3/*.c)))) $(LONG_DEMO_OBJECTS) $(LIBRARY)
	$(CC) $^ $(ALL_LDFLAGS) $(SCARCE:%=-Wl,--wrap=%) $(SDL_LIBS) $(LIBS) -o $@

# The tests of what a machine has of its own, without Criterion: its kernels, and Windows' system calls.
MACHINE_TESTS = render/palette/test_kernels render/rgb/kernels/test_rgb_kernels render/pixels/test_pixels \
	$(if $(filter windows,$(SYSTEM)),windows/test_windows_files windows/test_windows_process)
MACHINE_TEST_OBJECTS = $(addprefix $(BUILD)/plain/tests/,plain/plain_run.o $(MACHINE_TESTS:%=%.o))
$(BUILD)/plain/%.o: %.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -Itests/plain -MMD -MP -c $< -o $@

$(BUILD)/tests/machine$(EXE): $(MACHINE_TEST_OBJECTS) $(LIBRARY) | $(if $(EXE),$(BUILD)/tests/pipe_reader.exe)
	$(CC) $^ $(ALL_LDFLAGS) $(LIBS) -o $@

$(BUILD)/tests/pipe_reader.exe: $(BUILD)/plain/tests/windows/pipe_reader.o
	$(CC) $^ $(ALL_LDFLAGS) -o $@

# Loaded into the program to let its system calls fail, and what runs it so: see "make faults" below.
FAIL_CALL := tests/faults/fail_call.c
SAVE_MARKS := tests/faults/save_marks.c
FAULT_OBJECTS := $(patsubst %.c,$(BUILD)/%.o,$(filter-out $(FAIL_CALL) $(SAVE_MARKS),$(FAULT_SOURCES)))

$(BUILD)/fail_call.so: $(FAIL_CALL) tests/faults/fault_plan.h $(BUILD)/flags
	$(CC) -std=c11 -I. -O2 -fPIC -shared $(WARNINGS) $< -o $@

$(BUILD)/faults: $(FAULT_OBJECTS) $(LIBRARY)
	$(CC) $^ $(ALL_LDFLAGS) $(SDL_LIBS) $(LIBS) -o $@

# Without a window the library has nothing of the viewer; what it saves needs none.
SAVED_OBJECTS := $(if $(HEADLESS),$(patsubst %.c,$(BUILD)/%.o,$(wildcard engine/viewer/saved/*.c)))
$(BUILD)/save_marks: $(SAVE_MARKS:%.c=$(BUILD)/%.o) $(SAVED_OBJECTS) $(LIBRARY)
	$(CC) $^ $(ALL_LDFLAGS) $(SDL_LIBS) $(LIBS) -o $@

SDL_CLOCK := tools/bench/peers/sdl_clock.c
# Without SQLite there is no catalogue to be searched.
OTHER_CATALOGUE_BENCH := tools/bench/study/$(if $(WITHOUT_SQLITE),,no_)catalogue.c
BENCH_OBJECTS := $(patsubst %.c,$(BUILD)/%.o,$(filter-out $(SDL_CLOCK) $(OTHER_CATALOGUE_BENCH),$(wildcard tools/bench/*.c tools/bench/*/*.c)))

$(BUILD)/bench: $(BENCH_OBJECTS) $(LONG_DEMO_OBJECTS) $(LIBRARY) | $(BUILD)/sdl_clock.so
	$(CC) $^ $(ALL_LDFLAGS) $(SDL_LIBS) $(LIBS) -o $@

# Loaded into another program to see how long SDL's part of it takes.
$(BUILD)/sdl_clock.so: $(SDL_CLOCK) $(BUILD)/flags
	$(CC) -std=c11 -O2 -fPIC -shared $(WARNINGS) $< -o $@

COMPARE_OBJECTS := $(patsubst %.c,$(BUILD)/%.o,$(wildcard tools/compare/*.c))

$(BUILD)/compare: $(COMPARE_OBJECTS) $(LIBRARY)
	$(CC) $^ $(ALL_LDFLAGS) $(SDL_LIBS) $(LIBS) -o $@

PLOTS_OBJECTS := $(patsubst %.c,$(BUILD)/%.o,$(wildcard tools/plots/*.c))

$(BUILD)/plots: $(PLOTS_OBJECTS) $(LIBRARY)
	$(CC) $^ $(ALL_LDFLAGS) $(SDL_LIBS) $(LIBS) -o $@

$(BUILD)/golden: $(BUILD)/tools/golden.o $(LIBRARY)
	$(CC) $^ $(ALL_LDFLAGS) $(SDL_LIBS) $(LIBS) -o $@

# See "the same bits on other machines" below.
$(BUILD)/cross_check$(EXE): $(addprefix $(BUILD)/,tools/cross_check.o tools/cross_demos.o tests/support/q3_demo.o \
	tests/support/q3_match.o) $(LIBRARY)
	$(CC) $^ $(ALL_LDFLAGS) $(SDL_LIBS) $(LIBS) -o $@

# --- running ---------------------------------------------------------------------------------------------

# Real demos and game data for tests, bench and compare. Without the folder the tests that need it are skipped and
# counted; where it is, what it lacks is a failure (tests/support/real_data.h).
export QUAKEREEL_DATA ?= $(abspath ../shared/data)

# Plays the built-in demos. Without a window, which is status 1, they become a film.
play: $(PROGRAM)
	$(PROGRAM) || { [ $$? = 1 ] && $(PROGRAM) builtin:demo1 --force -o $(BUILD)/quakereel.avi; }

# Those alone whose suite/name fits TESTS, a pattern of Criterion's: 'zip/*', '@(dem/*|mvd/*)'; or that are named in the
# file $QUAKEREEL_ONLY, as those are in $(BUILD)/skipped which a run skipped for want of data.
TESTS ?=
# Each test is a process that now and then waits for the one that runs them all: two for each processor.
TEST_JOBS = $$((2 * $$(nproc)))
test: $(BUILD)/tests/run $(PROGRAM)
	QUAKEREEL_SKIPPED=$(BUILD)/skipped QUAKEREEL_PROGRAM=$(PROGRAM) \
		$(BUILD)/tests/run --jobs $(TEST_JOBS) $(if $(TESTS),--filter '$(TESTS)')

# Which small changes of FILE (C files or folders) its module's own suites find: prints those that survive. All of them,
# or COUNT chosen at random by SEED; TESTS: a pattern of suites in place of the module's. See tools/mutants/mutants.sh.
$(HOST)/mutate: $(HOST)/tools/mutants/mutate.o
	$(HOST_CC) $^ -o $@

mutants: $(BUILD)/tests/run $(PROGRAM) $(HOST)/mutate
	@BUILD=$(BUILD) FILE='$(FILE)' SEED='$(SEED)' COUNT='$(COUNT)' TESTS='$(TESTS)' CC='$(CC)' LIBRARY=$(LIBRARY) \
		TEST_LINK='$(TEST_LINK)' TEST_OBJECTS='$(TEST_OBJECTS) $(TESTED_TOOLS)' QUAKEREEL_PROGRAM=$(PROGRAM) \
		tools/mutants/mutants.sh

# The program's commands with each of their system calls failing in turn, and killed at each that writes: what is then
# left of inputs, earlier outputs and unfinished films. FAULTS=--short: a minute; FAULTS='--only avi': some commands.
faults: $(BUILD)/faults $(BUILD)/fail_call.so $(BUILD)/save_marks $(PROGRAM)
	$(BUILD)/faults $(PROGRAM) $(BUILD)/fail_call.so $(BUILD)/save_marks $(FAULTS)

# The same tests with AddressSanitizer, which fails those that leak, and UndefinedBehaviorSanitizer. The program's own
# statuses are 0 to 2: what a sanitizer finds in it has to be another. Its reports need names and lines of functions, no
# more; and each test is a process, which starts faster where nothing is relocated, and faster with CC=clang, whose
# AddressSanitizer does not look after what UndefinedBehaviorSanitizer has to say.
asan:
	ASAN_OPTIONS=exitcode=86:detect_stack_use_after_return=0 \
	UBSAN_OPTIONS=exitcode=86:halt_on_error=1:print_stacktrace=1 \
	$(MAKE) BUILD=build/asan SANITIZE="-fsanitize=address,undefined -fno-sanitize-recover=undefined" \
		OPTIMISE="-O2 -g1 -fno-omit-frame-pointer" LDFLAGS="$(LDFLAGS) -no-pie" test

# What runs on several threads with ThreadSanitizer: the tests of PLAIN_TESTS, and the program in those of its tests that
# have threads in their names. Its status is 86 where a sanitizer finds something.
tsan: $(BUILD)/tests/run
	$(MAKE) BUILD=build/tsan CC='$(CLANG)' SANITIZE=-fsanitize=thread OPTIMISE="-O1 -g1" CPPFLAGS="$(CPPFLAGS) -Itests/plain" \
		build/tsan/tests/plain_run build/tsan/quakereel
	TSAN_OPTIONS=exitcode=86:halt_on_error=1 QUAKEREEL_DATA=/nowhere build/tsan/tests/plain_run
	TSAN_OPTIONS=exitcode=86:halt_on_error=1:die_after_fork=0 QUAKEREEL_DATA=/nowhere QUAKEREEL_PROGRAM=build/tsan/quakereel \
		$(BUILD)/tests/run --jobs $(TEST_JOBS) --filter '@(program/*thread*|fewer_threads/*)'

# The same bits on other machines: HEADLESS builds by Debian's cross compilers, run by qemu-user, by emscripten and node,
# by mingw-w64 and Wine, and by musl-gcc, say what the build for this machine says, by each of their kernel sets.
# CROSS_SET=short is a fifth of it.
CROSS_GOALS = $(patsubst cross-%,%,$(filter cross-% windows,$(MAKECMDGOALS))) $(if $(filter web web-test,$(MAKECMDGOALS)),wasm)
CROSS_MACHINES ?= $(or $(strip $(CROSS_GOALS)),aarch64 i386 s390x wasm musl windows)
CROSS_SET ?= full
CROSS = build/cross
MINGW = x86_64-w64-mingw32-
CROSS_PREFIX_aarch64 = aarch64-linux-gnu-
CROSS_PREFIX_i386 = i686-linux-gnu-
CROSS_PREFIX_s390x = s390x-linux-gnu-
CROSS_LIBC_aarch64 = libc6-dev-arm64-cross
CROSS_LIBC_i386 = libc6-dev-i386-cross
CROSS_LIBC_s390x = libc6-dev-s390x-cross
CROSS_ARCHITECTURE_aarch64 = arm64
CROSS_ARCHITECTURE_i386 = i386
CROSS_ARCHITECTURE_s390x = s390x
CROSS_ARCHITECTURE_wasm = source
CROSS_ARCHITECTURE_wasm-threads = source
CROSS_ARCHITECTURE_musl = source
CROSS_ARCHITECTURE_windows = source
CROSS_CC_wasm = emcc
CROSS_CC_wasm-threads = $(CROSS_CC_wasm) -pthread
CROSS_CC_musl = musl-gcc
CROSS_CC_windows = $(MINGW)gcc-posix
CROSS_AR_wasm = emar
CROSS_AR_wasm-threads = $(CROSS_AR_wasm)
CROSS_AR_musl = ar
CROSS_AR_windows = $(MINGW)ar
# What emscripten links fetches itself, from an address that is none, where node has fetch.
CROSS_RUN_wasm = node --no-experimental-fetch
CROSS_RUN_musl = env
CROSS_RUN_windows = env WINEDEBUG=-all WINEPREFIX=$(abspath $(CROSS)/wine) wine
CROSS_CC = $(or $(CROSS_CC_$*),$(CROSS_PREFIX_$*)gcc)
CROSS_AR = $(or $(CROSS_AR_$*),$(CROSS_PREFIX_$*)ar)
CROSS_RUN = $(or $(CROSS_RUN_$*),qemu-$*)
CROSS_EXE = $(if $(filter windows,$*),.exe)
CROSS_LDFLAGS = $(if $(filter wasm,$*),$(CROSS_NODE),-static)
CROSS_NODE = -O1 -sENVIRONMENT=node -sNODERAWFS -sEXIT_RUNTIME -sALLOW_MEMORY_GROWTH -sMAXIMUM_MEMORY=2GB \
	--pre-js tools/wasm_environment.js
# Where there are other kernels than C's, or other system calls than POSIX'.
CROSS_TESTS = $(if $(filter aarch64 wasm windows,$*),$(CROSS)/$*/tests/machine$(CROSS_EXE))
CROSS_PACKAGES_wasm = emscripten nodejs dpkg-dev
CROSS_PACKAGES_musl = musl-tools dpkg-dev
CROSS_PACKAGES_windows = gcc-mingw-w64-x86-64-posix wine wine64 dpkg-dev
CROSS_PACKAGES = libstb-dev libsimde-dev $(if $(filter-out wasm musl windows,$(CROSS_MACHINES)),qemu-user) \
	$(foreach m,$(CROSS_MACHINES),$(or $(CROSS_PACKAGES_$m),gcc-$(CROSS_PREFIX_$(m):%-=%) $(CROSS_LIBC_$(m))))

deps-cross:
	@$(install_missing) packages $(CROSS_PACKAGES)

# Of this machine's headers the others may see these alone.
CROSS_HEADERS = $(CROSS)/include/stb $(CROSS)/include/simde
$(CROSS_HEADERS): | deps-cross
	mkdir -p $(@D)
	ln -sfn /usr/include/$(@F) $@

# zlib of that machine, unpacked or compiled, and not installed.
$(CROSS)/zlib-%/lib/libz.a: tools/cross_zlib.sh | deps-cross
	CC='$(CROSS_CC)' AR=$(CROSS_AR) tools/cross_zlib.sh $(CROSS_ARCHITECTURE_$*) $(CROSS)/zlib-$*
	touch $@

$(CROSS)/expected.txt: $(PROGRAM) $(BUILD)/cross_check FORCE | deps-cross
	@mkdir -p $(@D)
	tools/cross.sh $(BUILD) $(CROSS_SET) > $@

# SQLite is left out unless it is there for that machine, as zlib and SDL are not.
CROSS_WITHOUT_SQLITE = $(shell printf '\043include <sqlite3.h>\nint main(void) { return !sqlite3_libversion(); }' | \
	$(CROSS_CC) $(CFLAGS) -x c - $(LDFLAGS) $(CROSS_LDFLAGS) -lsqlite3 -lm -o $(CROSS)/sqlite-$* 2> /dev/null || echo 1)

# What is compiled for another machine is so by this make, and needs these files.
CROSS_MAKE = $(MAKE) HEADLESS=1 WITHOUT_SQLITE='$(CROSS_WITHOUT_SQLITE)' BUILD=$(CROSS)/$* CC='$(CROSS_CC)' AR=$(CROSS_AR) OPTIMISE="$(filter-out -g,$(OPTIMISE))" \
	CFLAGS="$(CFLAGS) -isystem $(CROSS)/include -isystem $(CROSS)/zlib-$*/include" \
	LDFLAGS="$(LDFLAGS) -L$(CROSS)/zlib-$*/lib $(CROSS_LDFLAGS)"
CROSS_NEEDS = $(CROSS_HEADERS) $(HOST)/builtin_pak.c $(HOST)/icon_png.c

cross: $(CROSS_MACHINES:%=cross-%)

cross-%: $(CROSS)/expected.txt $(CROSS)/zlib-%/lib/libz.a $(CROSS_NEEDS)
	+$(CROSS_MAKE) $(CROSS)/$*/quakereel$(CROSS_EXE) $(CROSS)/$*/cross_check$(CROSS_EXE) $(CROSS_TESTS)
	$(if $(CROSS_EXE),$(CROSS_RUN) wineboot --init)
	$(if $(CROSS_TESTS),$(CROSS_RUN) $(CROSS_TESTS))
	$(if $(CROSS_EXE),tools/windows_check.sh $(CROSS)/$*/quakereel$(CROSS_EXE) $(PROGRAM) '$(CROSS_RUN)')
	tools/cross.sh $(CROSS)/$* $(CROSS_SET) '$(CROSS_RUN)' > $(CROSS)/$*.txt
	diff $(CROSS)/expected.txt $(CROSS)/$*.txt
	@echo "$*: $$(wc -l < $(CROSS)/$*.txt) lines, the same as on this machine"

# build/windows/quakereel.exe, for Windows of 64 bits: one file, without a window. See "Other systems" in engine/HACKING.md.
windows: $(CROSS)/windows/quakereel.exe
	@mkdir -p build/windows
	cp $< build/windows

$(CROSS)/%/quakereel.exe: $(CROSS)/zlib-%/lib/libz.a $(CROSS_NEEDS) FORCE
	+$(CROSS_MAKE) $@

# The viewer in a page of the web: build/web/quakereel.html, one file that opens from a folder, and build/web/split for a
# server. Of emscripten's machine, whose objects `make cross-wasm` makes as well. THREADS=1: build/web/threads, which draws
# on several threads and needs a server that isolates it. See engine/viewer/host/web/README.md.
WEB = build/web
WEB_SOURCES = engine/viewer/host/web

$(CROSS)/%/quakereel-web.js: $(CROSS)/zlib-%/lib/libz.a $(CROSS_NEEDS) FORCE
	+$(CROSS_MAKE) VIEWER_HOST=web $@

web: $(CROSS)/wasm$(if $(THREADS),-threads)/quakereel-web.js
	node tools/web/pack.js $(WEB_SOURCES) $< $(WEB)

# In headless Chromium. WEB_SHOTS: a folder for screenshots. THREADS=1: what is different there.
WEB_SHOTS ?= $(WEB)
web-test: web $(PROGRAM)
	@$(install_missing) packages chromium
	node tools/web/web_test.js $(WEB) $(PROGRAM) $(WEB_SHOTS) $(if $(THREADS),threads)

# The page that report writes, likewise.
report-test: $(PROGRAM)
	@$(install_missing) packages chromium nodejs
	node tools/web/report_test.js $(PROGRAM) $(BUILD)

# The kernels on a processor with AVX-512 where this one has none: Bochs plays it, an hour long. It refuses gathers by a
# register from 16 on, so these are left alone.
AVX512_TESTS ?= kernels/*
AVX512_PACKAGES = bochs bochsbios isolinux syslinux-common xorriso cpio busybox-static

deps-avx512:
	@$(install_missing) packages $(AVX512_PACKAGES)

avx512: | deps-avx512
	$(MAKE) HEADLESS=1 WITHOUT_SQLITE=1 BUILD=build/avx512 \
		AVX512_CFLAGS="$(AVX512_CFLAGS) $(foreach n,16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31,-ffixed-xmm$n)" \
		build/avx512/tests/run
	tools/avx512.sh build/avx512 '$(AVX512_TESTS)'

# Peers built elsewhere, to be measured beside, by their paths: PEER_TYRQUAKE, the program tyr-quake; PEER_UDT, a shared
# library of UDT's sources; PEER_IOQUAKE3 and PEER_QUAKESPASM, the programs, where they are not Debian's.
bench: $(BUILD)/bench
	$(BUILD)/bench --json $(BUILD)/bench.json --tyrquake "$(PEER_TYRQUAKE)" --udt "$(PEER_UDT)" \
		--ioquake3 "$(PEER_IOQUAKE3)" --quakespasm "$(PEER_QUAKESPASM)"

# Renews the plots (by gnuplot) and tables of tools/bench/SPEED.md from what the bench has written: BENCH_JSON, which may be
# several files of parts.
BENCH_JSON ?= $(BUILD)/bench.json
SPEED = tools/bench/plots
plots: $(BUILD)/plots
	@$(install_missing) packages gnuplot-nox
	mkdir -p $(BUILD)/plot-data
	$(BUILD)/plots -o $(BUILD)/plot-data --page tools/bench/SPEED.md --data $(BUILD)/run.json $(BENCH_JSON)
	gnuplot -e "data='$(BUILD)/plot-data'; out='$(SPEED)'" tools/plots/plots.gp
	mv $(BUILD)/run.json $(SPEED)/run.json

compare: $(BUILD)/compare
	$(BUILD)/compare

# Renews tests/golden.txt and writes before/after pictures of what changed to build/golden-frames/.
golden: $(BUILD)/golden
	$(BUILD)/golden

# Which share of the lines of engine/ the tests run, by module; QUAKEREEL_DATA=/nowhere: without real data. COVERAGE=files:
# by file. Needs gcc.
coverage:
	$(MAKE) BUILD=build/cov CFLAGS=--coverage LDFLAGS=--coverage OPTIMISE=-O0 build/cov/tests/run build/cov/quakereel
	@tools/coverage.sh build/cov $(COVERAGE)

# Lists every folder and file in a line each; checks includes against the table of modules in engine/HACKING.md.
modules:
	@tools/modules.sh list

check-modules:
	@tools/modules.sh check

# Whether make builds anew what has changed, and nothing else.
check-build:
	@tools/check_build.sh

# Every reader's fuzz target for FUZZ_SECONDS each, with clang's libFuzzer. For a short run
# FUZZ_OPTIMISE=-O0, which is compiled twice as fast and runs half as often.
FUZZ_SECONDS ?= 60
FUZZ_OPTIMISE ?= -O1
FUZZ_BUILD = build/fuzz
# libFuzzer learns values from the comparisons of readers. Recording those of drawing and simulation, which are most, and
# of fixtures takes half of a run. Nor is it worth it where what is compared is not found in the bytes (Quake III's messages
# are Huffman-coded) or is in the seeds (maps of every version).
$(addprefix $(FUZZ_BUILD)/,$(addsuffix /%.o,assets render engine tests formats/base formats/maps) formats/quake3/q3_%.o): \
	private override SANITIZE += -fno-sanitize-coverage=trace-cmp

fuzzers:
	$(MAKE) BUILD=$(FUZZ_BUILD) CC='$(CLANG)' OPTIMISE="$(FUZZ_OPTIMISE) -g1" \
		SANITIZE="-fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=undefined" \
		$(FUZZERS:%=$(FUZZ_BUILD)/%) $(FUZZ_BUILD)/unpak

# Their large blocks are those of tests/fuzz/stages/large_blocks.c, which keeps them.
FUZZ_WRAPPED = malloc calloc realloc free
FUZZ_STAGES = $(addprefix $(FUZZ_BUILD)/tests/fuzz/stages/,large_blocks.o large_wrap.o)
link_fuzzer = $(CC) $^ -fsanitize=fuzzer $(ALL_LDFLAGS) $(FUZZ_WRAPPED:%=-Wl,--wrap=%) $(SDL_LIBS) $(LIBS) -o $@

$(FUZZ_BUILD)/fuzz_%: $(FUZZ_BUILD)/tests/fuzz/fuzz_%.o $(FUZZ_STAGES) $(FUZZ_BUILD)/libquakereel.a
	$(link_fuzzer)

$(FUZZ_BUILD)/fuzz_%: $(FUZZ_BUILD)/tests/fuzz/library/fuzz_%.o $(FUZZ_STAGES) $(FUZZ_BUILD)/libquakereel.a
	$(link_fuzzer)

$(FUZZ_BUILD)/fuzz_%: $(FUZZ_BUILD)/tests/fuzz/saved/fuzz_%.o $(FUZZ_STAGES) $(FUZZ_BUILD)/libquakereel.a
	$(link_fuzzer)

$(FUZZ_BUILD)/fuzz_%: $(FUZZ_BUILD)/tests/fuzz/study/fuzz_%.o $(FUZZ_STAGES) $(FUZZ_BUILD)/libquakereel.a
	$(link_fuzzer)

$(FUZZ_BUILD)/fuzz_%: $(FUZZ_BUILD)/tests/fuzz/edit/fuzz_%.o $(FUZZ_BUILD)/tests/support/text_round_trip.o $(FUZZ_STAGES) \
		$(FUZZ_BUILD)/libquakereel.a
	$(link_fuzzer)

$(FUZZ_BUILD)/fuzz_%: $(FUZZ_BUILD)/tests/fuzz/quake3/fuzz_%.o $(FUZZ_BUILD)/tests/support/q3_demo.o $(FUZZ_STAGES) \
		$(FUZZ_BUILD)/libquakereel.a
	$(link_fuzzer)

# Counting how rare each of their many features is takes libFuzzer a third of a run of those that play.
plainly = $(if $(filter fuzz_%play fuzz_q3_draw fuzz_q3_hud,fuzz_$*),-entropic=0)

# Members of the built-in pack are the seeds.
$(FUZZ_BUILD)/unpak: $(addprefix $(FUZZ_BUILD)/,tools/unpak.o tools/nq_seeds.o tests/support/text_round_trip.o libquakereel.a)
	$(CC) $^ $(ALL_LDFLAGS) $(SDL_LIBS) $(LIBS) -o $@

# Those of make -j N run N at a time.
fuzz: $(FUZZERS:%=run-%)

fuzz-seeds: fuzzers
	@$(FUZZ_BUILD)/unpak $(FUZZ_BUILD)/corpus
	@for seeds in $(wildcard tests/fuzz/corpus/*.tar.xz); do \
		target=$(FUZZ_BUILD)/corpus/$$(basename $$seeds .tar.xz); \
		mkdir -p $$target && tar -xJf $$seeds -C $$target || exit 1; done

# What `make fuzz` found, as seeds in tests/fuzz/corpus.
fuzz-keep: fuzz-seeds
	tools/fuzz_keep.sh $(FUZZ_BUILD) $(notdir $(FUZZERS))

$(FUZZERS:%=run-%): run-fuzz_%: fuzz-seeds
	@mkdir -p $(FUZZ_BUILD)/corpus/fuzz_$*
	@$(FUZZ_BUILD)/fuzz_$* -max_total_time=$(FUZZ_SECONDS) -rss_limit_mb=2048 -timeout=30 $(plainly) \
		-artifact_prefix=$(FUZZ_BUILD)/fuzz_$*- $(FUZZ_BUILD)/corpus/fuzz_$* > $(FUZZ_BUILD)/fuzz_$*.log 2>&1 \
		|| { tail -n 40 $(FUZZ_BUILD)/fuzz_$*.log; exit 1; }
	@echo "fuzz_$*: $$(tail -n 1 $(FUZZ_BUILD)/fuzz_$*.log)"

# The man page and the metainfo with the version filled in. A line @NAME.roff@ of the man page stands for that file.
APP_ID = io.github.quakereel.quakereel
ROFF = commands.roff options.roff keys.roff
$(BUILD)/desktop/%: assets/desktop/% $(ROFF:%=assets/desktop/%) Makefile | $(BUILD)/flags
	@mkdir -p $(@D)
	sed 's/@VERSION@/$(VERSION)/g; s/@DATE@/$(RELEASE_DATE)/g' $< \
		| sed $(foreach f,$(ROFF),-e '/^@$(f)@$$/r assets/desktop/$(f)' -e '/^@$(f)@$$/d') > $@

# Renews the files that are made from tables: those of assets/desktop, the grammar of demos as text.
docs: $(BUILD)/docs
	@mkdir -p assets/desktop/completions
	$(BUILD)/docs .

$(BUILD)/docs: $(BUILD)/tools/docs.o $(LIBRARY)
	$(CC) $^ $(ALL_LDFLAGS) $(SDL_LIBS) $(LIBS) -o $@

# What is installed where. The desktop's caches are the package's or the administrator's business: update-mime-database,
# update-desktop-database, gtk-update-icon-cache. STRIP=true keeps the symbols.
SHARE = $(DESTDIR)$(DATADIR)
ICON_SIZES = 16 32 48 64 128 256
INSTALLED = $(DESTDIR)$(BINDIR)/quakereel $(DESTDIR)$(MANDIR)/man6/quakereel.6 \
	$(SHARE)/applications/$(APP_ID).desktop $(SHARE)/mime/packages/$(APP_ID).xml \
	$(SHARE)/metainfo/$(APP_ID).metainfo.xml \
	$(SHARE)/icons/hicolor/scalable/apps/$(APP_ID).svg $(SHARE)/bash-completion/completions/quakereel \
	$(DESTDIR)$(ZSHDIR)/_quakereel $(SHARE)/fish/vendor_completions.d/quakereel.fish \
	$(foreach s,$(ICON_SIZES),$(SHARE)/icons/hicolor/$(s)x$(s)/apps/$(APP_ID).png)

# Not every install has -D and --strip-program.
install: $(PROGRAM) $(BUILD)/desktop/quakereel.6 $(BUILD)/desktop/$(APP_ID).metainfo.xml
	mkdir -p $(sort $(dir $(INSTALLED)))
	install -m 755 $(PROGRAM) $(DESTDIR)$(BINDIR)/quakereel
	$(STRIP) $(DESTDIR)$(BINDIR)/quakereel
	install -m 644 $(BUILD)/desktop/quakereel.6 $(DESTDIR)$(MANDIR)/man6/quakereel.6
	install -m 644 assets/desktop/completions/quakereel.bash $(SHARE)/bash-completion/completions/quakereel
	install -m 644 assets/desktop/completions/_quakereel $(DESTDIR)$(ZSHDIR)/_quakereel
	install -m 644 assets/desktop/completions/quakereel.fish $(SHARE)/fish/vendor_completions.d/quakereel.fish
	install -m 644 assets/desktop/$(APP_ID).desktop $(SHARE)/applications/$(APP_ID).desktop
	install -m 644 assets/desktop/$(APP_ID).xml $(SHARE)/mime/packages/$(APP_ID).xml
	install -m 644 $(BUILD)/desktop/$(APP_ID).metainfo.xml $(SHARE)/metainfo/$(APP_ID).metainfo.xml
	install -m 644 assets/desktop/icons/quakereel.svg $(SHARE)/icons/hicolor/scalable/apps/$(APP_ID).svg
	for s in $(ICON_SIZES); do \
		install -m 644 assets/desktop/icons/quakereel-$$s.png \
			$(SHARE)/icons/hicolor/$${s}x$$s/apps/$(APP_ID).png || exit 1; \
	done

uninstall:
	rm -f $(INSTALLED)

# What desktops are told: that their own tools accept it, that they know the demos by it, and that install and
# uninstall are each other's opposite.
check-desktop: $(PROGRAM)
	@tools/check_desktop.sh

# $(call pack,NAME,FOLDER): the files below FOLDER that are named in $(BUILD)/NAME.files, as $(BUILD)/NAME.tar.gz, where they
# lie in NAME/: the same bytes wherever and whenever it is made.
pack = LC_ALL=C sort -o $(BUILD)/$(1).files $(BUILD)/$(1).files && \
	tar -c --format=ustar --no-recursion --owner=0 --group=0 --numeric-owner --mode='u=rwX,go=rX' \
		--mtime='$(RELEASE_DATE) 00:00:00Z' --transform='s,^,$(1)/,' -C $(2) -T - \
		< $(BUILD)/$(1).files > $(BUILD)/$(1).tar && \
	gzip -n -9 -f $(BUILD)/$(1).tar && rm $(BUILD)/$(1).files && sha256sum $(BUILD)/$(1).tar.gz

# The source as one file, with all that building needs beside the packages that `make deps` names. Files are git's where
# this is a checkout, otherwise all but what was built.
DIST = quakereel-$(VERSION)
dist:
	@mkdir -p $(BUILD)
	@if [ -e .git ]; then git ls-files; else find . -type f ! -path './build/*' -printf '%P\n'; fi > $(BUILD)/$(DIST).files
	@$(call pack,$(DIST),.)

# Packages: see tools/packaging/README.md. Debian's go into $(BUILD)/deb,
deb: dist
	@$(install_missing) headers $(NEEDS)
	@$(install_missing) packages build-essential debhelper
	@tools/packaging/deb.sh $(VERSION) $(RELEASE_DATE) $(BUILD)

# and this is the program in a folder that runs wherever it is unpacked.
TARBALL = $(DIST)-$(MACHINE)
tarball: $(PROGRAM)
	@tools/packaging/tarball.sh $(TARBALL) $(BUILD)
	@find $(BUILD)/$(TARBALL) -type f -printf '%P\n' > $(BUILD)/$(TARBALL).files
	@$(call pack,$(TARBALL),$(BUILD)/$(TARBALL))

# Whether what the packages say agrees with the rest.
check-packages:
	@APP_ID=$(APP_ID) VERSION=$(VERSION) tools/packaging/check.sh

clean:
	rm -rf build

-include $(LIB_OBJECTS:.o=.d) $(TEST_OBJECTS:.o=.d) $(MACHINE_TEST_OBJECTS:.o=.d) $(MKBUILTIN_OBJECTS:.o=.d) \
	$(wildcard $(BUILD)/tools/*.d $(BUILD)/tools/*/*.d $(BUILD)/tools/*/*/*.d $(BUILD)/tests/fuzz/*.d $(BUILD)/tests/fuzz/*/*.d $(BUILD)/tests/faults/*.d $(BUILD)/tests/plain/*.d) \
	$(BUILD)/engine/main.d
