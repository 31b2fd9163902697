/* The real QuakeWorld demos, by their paths in the data's folder quakeworld/. */
#ifndef TESTS_SUPPORT_QW_REAL_H
#define TESTS_SUPPORT_QW_REAL_H

static const char *const qw_real_demos[] = {
    "corpus/1on1_tron_2024.mvd",
    "corpus/2on2_frobodm2_2022.mvd",
    "corpus/bps_extensions.qwd",
    "corpus/dm2_ra_mega_glitch.qwd",
    "corpus/dm3_water_shafting.qwd",
    "corpus/dm4_general_tips.qwd",
    "corpus/dm6_ga_to_ra.qwd",
    "corpus/duel_dm3_2026.mvd",
    "corpus/e1m2_mega_trick.qwd",
    "corpus/overkill.mvd",
    "corpus/speed-4.mvd",
    "corpus/way2ez2_01.qwd",
    "recorded/ez_ext_ktx_bots.qwd",
    "recorded/lab_ktx_mvd.mvd",
    "recorded/tq_rec_mid.qwd",
    "recorded/tq_spec_mid.qwd",
};

enum { QW_REAL_DEMOS = sizeof(qw_real_demos) / sizeof(qw_real_demos[0]) };

#endif
