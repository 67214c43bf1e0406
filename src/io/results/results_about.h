/* The origin of a results file: the attributes of its root. `cordee report` reads them. */
#ifndef CORDEE_IO_RESULTS_RESULTS_ABOUT_H
#define CORDEE_IO_RESULTS_RESULTS_ABOUT_H

typedef struct ResultsAbout { /* "" where the file does not say */
  char job[4096], version[64], host[256], created[32];
} ResultsAbout;

/* Never fails: a file that HDF5 cannot open says nothing. Local. */
void results_about_read(const char *path, ResultsAbout *about);

#endif
