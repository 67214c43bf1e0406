/* The program's version: release number and git description, set by the build. */
#ifndef CORDEE_VERSION_H
#define CORDEE_VERSION_H
extern const char program_version[];
#endif
