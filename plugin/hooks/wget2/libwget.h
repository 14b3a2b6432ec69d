// wget2's C header for C++, under the names of wget2 2 whichever version is installed.
//
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#define restrict __restrict__  // a keyword of C that C++ lacks
extern "C" {
#include <wget.h>
}
#undef restrict

#if LIBWGET_VERSION_NUMBER < 0x020000  // 1.99.1 (Debian 12)
using wget_downloaded_file = wget_downloaded_file_t;
using wget_iri = wget_iri_t;
using wget_plugin = wget_plugin_t;
using wget_robots = wget_robots_t;

inline void wget_plugin_register_option_callback(wget_plugin* plugin, wget_plugin_argp_t callback) {
  wget_plugin_register_argp(plugin, callback);
}
#endif
