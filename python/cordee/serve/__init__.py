"""Answers problems over HTTP: `cordee serve`, or `python3 -m cordee.serve`.

    __main__.py  the command line, the server (uvicorn)
    app.py       what each address answers (Starlette); openapi.py describes it, page.html shows it
    running.py   jobs that wait and run, each a process of `cordee solve`
    store.py     a job as a folder of files
    reader.py    a process that reads problems before they are accepted"""
