/* Another plugin: appends the URL of each finished transfer to the file named by its argument.
   It runs inside HTTrack, whose headers it needs.
   SPDX-License-Identifier: GPL-3.0-or-later */
#include <htsdefines.h>
#include <htsopt.h>
#include <httrack-library.h>
#include <stdio.h>
#include <string.h>

static FILE* events;

static int on_transfer(t_hts_callbackarg* carg, httrackp* opt, lien_back* back) {
  if (events) fprintf(events, "%s%s\n", back->url_adr, back->url_fil);
  if (CALLBACKARG_PREV_FUN(carg, xfrstatus))
    return CALLBACKARG_PREV_FUN(carg, xfrstatus)(CALLBACKARG_PREV_CARG(carg), opt, back);
  return 1;
}

__attribute__((visibility("default"))) int hts_plug(httrackp* opt, const char* argv) {
  const char* comma = strchr(argv, ',');
  events = comma ? fopen(comma + 1, "w") : NULL;
  CHAIN_FUNCTION(opt, xfrstatus, on_transfer, NULL);
  return 1;
}

__attribute__((visibility("default"))) int hts_unplug(httrackp* opt) {
  (void)opt;
  if (events) fclose(events);
  events = NULL;
  return 1;
}
