/* Where a results file comes from: the attributes of its root. Step 8 of the flow, read by `cordee report`. */
#ifndef CORDEE_IO_RESULTS_RESULTS_ABOUT_H
#define CORDEE_IO_RESULTS_RESULTS_ABOUT_H

typedef struct ResultsAbout { /* "" where the file does not say */
  char job[4096], version[64], host[256], created[32];
} ResultsAbout;

/* Never fails: a file that HDF5 cannot open says nothing. Local. */
void results_about_read(const char *path, ResultsAbout *about);

#endif
