// HTTrack's C headers, in the order that they need.
//
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

extern "C" {
#include <httrack-library.h>
// These need types from the first one.
#include <htsdefines.h>
#include <htsopt.h>
#include <htsstrings.h>
}
