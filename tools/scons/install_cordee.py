"""SCons tool: `scons install prefix=PREFIX [destdir=FOLDER]`. Manual pages and completion are printed by the program, from its tables."""
import os
import subprocess
import sys

from SCons.Action import Action  # not env.Action: that would expand $TARGET here and now

MODULES = "tools/plots"
FILES = {  # below PREFIX: what goes there
    "share/cordee/jobs": ["jobs"],
    "share/cordee/instances": ["instances"],
    "share/cordee/tools/plots": [MODULES],
    "share/cordee/python/cordee": ["python/cordee"],
    "share/cordee/python/cordee/serve": ["python/cordee/serve"],
    "share/doc/cordee/docs": ["docs"],
    "share/doc/cordee/docs/examples": ["docs/examples"],
    "share/doc/cordee/docs/gallery": ["docs/gallery"],
    "share/doc/cordee": ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "CODE_OF_CONDUCT.md"],
    "share/licenses/cordee": ["LICENSE"],
}


def said(program, *arguments):
    return subprocess.run([os.path.abspath(str(program)), *arguments], stdout=subprocess.PIPE, check=True, universal_newlines=True).stdout


def pages_write(target, source, env):
    """Every manual page, beside the first."""
    folder = os.path.dirname(str(target[0]))
    for topic in said(source[0], "--manual").splitlines():
        name = "cordee" if topic == "cordee" else "cordee-" + topic.replace(" ", "-")
        with open(os.path.join(folder, name + ".1"), "w", encoding="utf-8") as page:
            page.write(said(source[0], "--manual", topic))


def completion_write(target, source, env):
    with open(str(target[0]), "w", encoding="utf-8") as script:
        script.write(said(source[0], "--completion"))


def link_make(target, source, env):
    place = str(target[0])
    if os.path.lexists(place):
        os.remove(place)
    os.symlink(os.path.relpath(str(source[0]), os.path.dirname(place)), place)


def root_of(env):
    prefix, stage = os.path.expanduser(env["prefix"]), env["destdir"]
    for name, value in (("prefix", prefix), ("destdir", stage)):
        if value and not os.path.isabs(value):
            sys.stderr.write("scons: %s=%s: expected an absolute path\n" % (name, value))
            sys.exit(2)
    return stage.rstrip("/") + prefix.rstrip("/")


def files_below(env, folder):
    """The files of a folder, without those that a run left there."""
    return [f for f in env.Glob("#%s/*" % folder) if os.path.isfile(f.srcnode().abspath) and not f.name.endswith((".h5", ".pyc"))]


def mpi_flags(env):
    """What the MPI compiler adds when it links; that of mpi=abi is any C compiler."""
    if env["mpi"] == "abi":
        return ""
    asked = "-showme:link" if env["mpi"] == "openmpi" else "-link-info"
    return subprocess.run([env["CC"], asked], stdout=subprocess.PIPE, check=True, universal_newlines=True).stdout.strip()


def package_write(target, source, env):
    """libcordee's pkg-config file. A program that links the static library needs all that the build links."""
    private = env.subst("$__RPATH $_LIBDIRFLAGS $_LIBFLAGS -fopenmp") + " " + mpi_flags(env)
    values = {"prefix": os.path.expanduser(env["prefix"]), "version": source[0].get_text_contents().strip(), "private": private}
    with open(str(target[0]), "w", encoding="utf-8") as out:
        out.write("prefix=%(prefix)s\nincludedir=${prefix}/include\nlibdir=${prefix}/lib\n\nName: cordee\n"
                  "Description: tours, routes and task assignments over MPI ranks and GPUs\nVersion: %(version)s\n"
                  "Cflags: -I${includedir}\nLibs: -L${libdir} -lcordee\nLibs.private: %(private)s\n" % values)


MODULE_FILE = """#%%Module1.0
# cordee %(version)s for Environment Modules and Lmod: module use %(prefix)s/share/modulefiles; module load cordee
module-whatis "cordee %(version)s: tours, routes and task assignments over MPI ranks and GPUs"
conflict cordee
%(loads)sset prefix %(prefix)s
setenv CORDEE_JOBS $prefix/share/cordee/jobs
prepend-path PATH $prefix/bin
prepend-path CPATH $prefix/include
prepend-path LIBRARY_PATH $prefix/lib
prepend-path LD_LIBRARY_PATH $prefix/lib
prepend-path PKG_CONFIG_PATH $prefix/lib/pkgconfig
prepend-path PYTHONPATH $prefix/share/cordee/python
"""


def module_write(target, source, env):
    """A module file, which loads the modules that are loaded now: the MPI and HDF5 that the program was built with."""
    loaded = [name for name in env["ENV"].get("LOADEDMODULES", "").split(":") if name and not name.startswith("cordee/")]
    values = {"prefix": os.path.expanduser(env["prefix"]), "version": source[0].get_text_contents().strip(),
              "loads": "".join("module load %s\n" % name for name in loaded)}
    with open(str(target[0]), "w", encoding="utf-8") as out:
        out.write(MODULE_FILE % values)


def module_file(env, root):
    """share/modulefiles/cordee/VERSION; made anew where other modules are loaded."""
    with open(env.File("#VERSION").abspath, encoding="utf-8") as file:
        place = "%s/share/modulefiles/cordee/%s" % (root, file.read().strip())
    made = env.Command(place, "#VERSION", Action(module_write, "module file: $TARGET"))
    env.Depends(made, env.Value([env["prefix"], env["ENV"].get("LOADEDMODULES", "")]))
    return made


def library(env, root, libraries):
    """libcordee, its header and its pkg-config file."""
    built = env.Install(root + "/lib", libraries)
    return [built, env.Install(root + "/include", "#include/cordee.h"),
            env.Command(root + "/lib/libcordee.so", built[0], Action(link_make, "link: $TARGET")),
            env.Command(root + "/lib/pkgconfig/cordee.pc", "#VERSION", Action(package_write, "pkg-config file: $TARGET"))]


def install(env, program, libraries, module):
    """The alias `install`: the program, the library, the module of CUDA if it is built, and all that belongs to them."""
    root = root_of(env)
    done = [env.Install(root + "/bin", program)] + library(env, root, libraries) + [env.Install(root + "/lib/cordee", module)]
    for place, names in FILES.items():
        for name in names:
            found = files_below(env, name) if os.path.isdir(os.path.join(env.Dir("#").abspath, name)) else ["#" + name]
            done.append(env.Install("%s/%s" % (root, place), found))
    plot = env.Install(root + "/share/cordee/tools", "#tools/plot")
    pages = env.Command(root + "/share/man/man1/cordee.1", program, Action(pages_write, "manual pages: ${TARGET.dir}"))
    env.Clean(pages, env.Glob(root + "/share/man/man1/cordee*.1"))
    done += [plot, pages, module_file(env, root), env.Command(root + "/bin/cordee-plot", plot, Action(link_make, "link: $TARGET")),
             env.Command(root + "/share/bash-completion/completions/cordee", program, Action(completion_write, "completion: $TARGET"))]
    env.Alias("install", done)


def generate(env):
    env.AddMethod(install, "InstallCordee")


def exists(env):
    return True
