/* What jobs, vehicles and breaks of VROOM's form have in common: see vroom_files.h. */
#include "vroom_parts.h"

Status vroom_refuse(const JsonAt *in, const char *member, const char *what) {
  const JsonAt at = json_member(in, member);
  if (!at.value || (json_is_array(at.value) && json_array_size(at.value) == 0) ||
      (json_is_object(at.value) && json_object_size(at.value) == 0))
    return OK;
  return json_fail(&at, "%s, which this version does not plan", what);
}

Status vroom_text_check(const JsonAt *in, const char *member, bool *said) {
  const JsonAt at = json_member(in, member);
  if (!at.value) return OK;
  *said = true;
  return json_want_text(&at);
}

Status vroom_window_read(const JsonAt *at, DraftWindow *window) {
  if (!json_is_array(at->value) || json_array_size(at->value) != 2)
    return json_fail(at, "two times, [first, last]");
  const JsonAt ready = json_element(at, 0), due = json_element(at, 1);
  TRY(json_exact(&ready, &window->ready));
  TRY(json_exact(&due, &window->due));
  window->said = true;
  if (json_number_value(ready.value) <= json_number_value(due.value)) return OK;
  return json_fail(&due, "a time that is not before the first one");
}
