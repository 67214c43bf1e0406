/* What readers of text formats have in common: see fleet_files.h. */
#include "fleet_files.h"

Status fleet_text_parse(const char *path, const char *text, size_t bytes, const CvrpSettings *settings,
                        const FleetFile *from, FleetRead read, Instance **out) {
  static const CvrpSettings standard;
  Lexer lx = {.path = path, .at = text, .end = text + bytes, .line = 1};
  FleetFile file = *from;
  file.path = file.plane.path = path;
  fleet_name_set(&file);
  Status status = read(&lx, &file);
  if (status == OK) status = fleet_finish(&file, settings ? settings : &standard, out);
  fleet_file_free(&file);
  return status;
}
