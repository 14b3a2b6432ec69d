// The list of experiments, with the figures that the papers print.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "plugin/lab/experiments.h"

namespace pith::eval {
namespace {

using Shape = Experiment::Shape;
constexpr auto nearest = SiblingMode::nearest, linked = SiblingMode::linked, drawn = SiblingMode::random,
               none = SiblingMode::none;

std::vector<std::string> fields(std::string_view line) {
  std::vector<std::string> out;
  for (std::size_t begin = 0; begin < line.size();) {
    const std::size_t end = std::min(line.find(' ', begin), line.size());
    if (end > begin) out.emplace_back(line.substr(begin, end - begin));
    begin = end + 1;
  }
  return out;
}

Table table(std::string title, std::string_view header, std::initializer_list<std::string_view> rows) {
  Table out;
  out.title = std::move(title);
  out.header = fields(header);
  for (const std::string_view row : rows) out.rows.push_back(fields(row));
  return out;
}

Experiment conex_table_1() {
  Experiment e{.name = "conex-table-1",
               .title = "Alarte et al. 2018, Table 1: size of the n-SET",
               .shape = Shape::system_rows,
               .rows = {},
               .metrics = {Metric::nodes, Metric::words},
               .min_siblings = 8,
               .paper = {}};
  const char* paper[] = {"",  // the paper begins at 2
                         "76.97 68.15 71.63 78.88 72.52 74.54 16.32",
                         "86.25 85.80 83.53 89.24 87.33 86.62 23.59",
                         "92.92 92.59 90.26 95.90 94.76 93.71 33.14",
                         "85.21 97.91 86.30 88.50 99.59 91.61 41.31",
                         "85.21 98.22 86.44 88.50 99.91 91.76 50.41",
                         "85.21 98.22 86.44 88.50 99.91 91.76 59.36",
                         "84.80 98.50 86.37 88.50 99.91 91.76 68.15"};
  for (unsigned n = 1; n <= 8; ++n)
    e.rows.push_back({fmt::format("n = {}", n), "conex", nearest, n, fields(paper[n - 1])});
  return e;
}

Experiment conex_table_2() {
  return {.name = "conex-table-2",
          .title = "Alarte et al. 2018, Table 2, last rows: link metrics against random siblings",
          .shape = Shape::system_rows,
          .rows = {{"using metrics", "conex", linked, 4, fields("92.08 89.53 87.91 93.72 93.90 91.14 151.62")},
                   {"random pages", "conex", drawn, 4, fields("83.80 75.70 73.54 84.18 81.41 79.47 113.68")}},
          .metrics = {Metric::nodes, Metric::words},
          .min_linked = 4,
          .paper = {}};
}

Experiment conex_table_3() {
  return {.name = "conex-table-3",
          .title = "Alarte et al. 2018, Table 3: site-level extractors with 4 siblings",
          .shape = Shape::system_rows,
          .rows = {{"SST", "sst", nearest, 4, fields("66.40 42.28 48.08 70.25 50.22 54.25 554.26")},
                   {"RTDM-TD", "rtdm_td", nearest, 4, fields("99.81 40.74 53.64 100.00 55.25 68.72 92.55")},
                   {"IWPTD", "iwptd", nearest, 4, fields("68.33 62.53 61.24 81.19 68.87 72.55 21.03")},
                   {"RBMTD", "rbm_td", nearest, 4, fields("100.00 44.20 56.46 100.00 58.94 71.55 151.26")},
                   {"TemEx", "temex", nearest, 4, fields("97.17 76.19 82.52 98.59 82.17 87.97 63.37")},
                   {"ConEx", "conex", nearest, 4, fields("92.08 89.53 87.91 93.72 93.90 91.14 151.62")}},
          .metrics = {Metric::nodes, Metric::words},
          .min_siblings = 4,
          .paper = {}};
}

Experiment conex_threshold() {
  Experiment e{
      .name = "conex-threshold",
      .title = "Alarte et al. 2018, §6: occurrences a candidate may have (the paper: worse in all cases, no figures)",
      .shape = Shape::system_rows,
      .rows = {},
      .metrics = {Metric::nodes, Metric::words},
      .min_siblings = 4,
      .paper = {}};
  for (int t = 0; t <= 4; ++t)
    e.rows.push_back({fmt::format("threshold {}", t), fmt::format("conex:threshold={}", t), nearest, 4, {}});
  return e;
}

Experiment conex_equality() {
  Experiment e{.name = "conex-equality",
               .title = "What makes two nodes equal: left open by Alarte et al. 2018, §2.2",
               .shape = Shape::system_rows,
               .rows = {},
               .metrics = {Metric::nodes, Metric::words},
               .min_siblings = 4,
               .paper = {}};
  for (const char* equality : {"tag", "tag+class", "tag+attributes"})
    e.rows.push_back({equality, fmt::format("conex:equality={}", equality), nearest, 4, {}});
  return e;
}

Experiment cnr_table_1() {
  return {.name = "cnr-table-1",
          .title = "The chars-nodes ratio paper, Table I and §V: against tag ratios (it gives no words and times)",
          .shape = Shape::system_rows,
          .rows = {{"CNR", "cnr", none, 0, fields("94.39 74.08 – – – – –")},
                   {"tag ratios (CETR)", "cetr", none, 0, fields("92.72 71.93 – – – – –")}},
          .metrics = {Metric::nodes, Metric::words},
          .paper = {}};
}

Experiment danag_table_2() {
  Experiment e{
      .name = "danag-table-2",
      .title = "Mohammadzadeh et al. 2011, Table 2: single-page extractors by word LCS",
      .shape = Shape::set_columns,
      .rows = {},
      .metrics = {Metric::word_lcs},
      .paper = table("The paper, its own pages",
                     "– BBC Economist Zdf Golem Heise Republica Spiegel Telepolis Yahoo Manual Slashdot Wikipedia",
                     {"Plain 0.5950 0.6130 0.5140 0.5020 0.5750 0.7040 0.5490 0.9060 0.5820 0.3710 0.1060 0.8230",
                      "LQF 0.8260 0.7200 0.5780 0.8060 0.7870 0.8160 0.7750 0.9100 0.6700 0.3810 0.1270 0.7520",
                      "Crunch 0.7560 0.8150 0.7720 0.8370 0.8100 0.8870 0.7060 0.8590 0.7380 0.3820 0.1230 0.7250",
                      "DSC 0.9370 0.8810 0.8470 0.9580 0.8770 0.9250 0.9020 0.9020 0.7800 0.4030 0.2520 0.5940",
                      "TCCB 0.9140 0.9030 0.7450 0.9470 0.8210 0.9180 0.9100 0.9130 0.7580 0.4040 0.2690 0.6600",
                      "CCB 0.9230 0.9140 0.9290 0.9350 0.8410 0.9640 0.8580 0.9080 0.7420 0.4200 0.1600 0.4030",
                      "ACCB 0.9240 0.8900 0.9290 0.9590 0.9160 0.9680 0.8610 0.9080 0.7320 0.4190 0.1770 0.6820",
                      "Density 0.5754 0.8741 0.7081 0.8734 0.9060 0.3442 0.7609 0.8043 0.8856 0.3539 0.3622 0.7077",
                      "DANAg 0.9240 0.8996 0.9120 0.9794 0.9450 0.9704 0.9488 0.9317 0.9518 0.4012 0.2092 0.6455"})};
  for (const char* name : {"plain", "lqf", "crunch", "dsc", "tccb", "ccb", "accb", "density", "danag"})
    e.rows.push_back({name, name, none, 0, {}});
  return e;
}

Experiment density_table_2() {
  return {.name = "density-table-2",
          .title = "Moreno et al. 2009, Table 2: LCString and LCSequence",
          .shape = Shape::set_rows,
          .rows = {{"baseline", "plain", none, 0, {}}, {"density", "density", none, 0, {}}},
          .metrics = {Metric::lcstring, Metric::lcsequence},
          .paper = table(
              "The paper, its own pages: F1 in %",
              "site baseline-lcstring baseline-lcsequence density-lcstring density-lcsequence",
              {"bbc 60.16 61.52 96.32 97.17", "chip 6.09 19.25 26.33 78.09", "economist 30.91 66.85 45.48 91.88",
               "espresso 69.04 77.32 82.10 89.25", "golem 8.28 50.92 15.78 92.17", "heise 46.57 61.47 72.28 96.82",
               "manual 11.72 40.72 20.64 53.94", "repubblica 14.77 71.95 21.57 90.74",
               "slashdot 10.96 11.61 29.93 53.85", "spiegel 8.86 55.86 13.39 86.84", "telepolis 5.25 83.14 5.83 89.15",
               "wiki 70.49 81.87 71.96 78.67", "yahoo 34.73 65.75 52.36 94.58", "zdf 14.39 67.50 25.13 82.93"})};
}

Experiment density_table_3() {
  return {
      .name = "density-table-3",
      .title = "Moreno et al. 2009, Table 3: density against ACCB by LCSequence",
      .shape = Shape::set_rows,
      .rows = {{"baseline", "plain", none, 0, {}}, {"density", "density", none, 0, {}}, {"accb", "accb", none, 0, {}}},
      .metrics = {Metric::lcsequence},
      .paper = table(
          "The paper, its own pages: F1 in %", "site baseline density accb",
          {"bbc 61.52 97.17 92.4", "chip 19.25 78.09 70.3", "economist 66.85 91.88 89.0", "espresso 77.32 89.25 87.5",
           "golem 50.92 92.17 95.9", "heise 61.47 96.82 91.6", "manual 40.72 53.94 41.9", "repubblica 71.95 90.74 96.8",
           "slashdot 11.61 53.85 17.7", "spiegel 55.86 86.84 86.1", "telepolis 83.14 89.15 90.8",
           "wiki 81.87 78.67 68.2", "yahoo 65.75 94.58 73.2", "zdf 67.50 82.93 92.9"})};
}

Experiment density_table_4() {
  return {.name = "density-table-4",
          .title = "Moreno et al. 2009, Table 4: processing time",
          .shape = Shape::set_rows,
          .rows = {{"accb", "accb", none, 0, {}}, {"density", "density", none, 0, {}}},
          .metrics = {Metric::words},
          .times = true,
          .paper = table(
              "The paper, its own pages and machine (1.66 GHz): s/MB", "site accb density",
              {"bbc 1.0 0.361", "chip 8.0 0.314", "economist 15.0 0.294", "espresso 16.0 0.317", "golem 9.0 0.337",
               "heise 12.0 0.341", "manual 20.0 0.353", "repubblica 14.0 0.355", "slashdot 13.0 0.353",
               "spiegel 15.0 0.351", "telepolis 52.0 0.377", "wiki 28.0 0.377", "yahoo 13.0 0.315", "zdf 1.0 0.318"})};
}

}  // namespace

std::span<const Experiment> experiments() {
  static const Experiment list[] = {conex_table_1(),   conex_table_2(),  conex_table_3(), conex_threshold(),
                                    conex_equality(),  cnr_table_1(),    danag_table_2(), density_table_2(),
                                    density_table_3(), density_table_4()};
  return list;
}

}  // namespace pith::eval
