/* `cordee report` of an evaluator's records (io/columns/columns.h): one HTML page, or comma separated values. */
#ifndef CORDEE_CMD_REPORT_REPORT_RECORDS_H
#define CORDEE_CMD_REPORT_REPORT_RECORDS_H

#include "status.h"

/* page, csv: where they go, as output.h knows paths; "": not wanted. ERR_NO_INPUT, ERR_FORMAT, ERR_IO, ERR_MEMORY. Local. */
Status report_records(const char *path, const char *page, const char *csv);

#endif
