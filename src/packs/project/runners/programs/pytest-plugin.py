
import json, os, re
import pytest
SPEC = json.loads(os.environ["TOOLGATE_TESTS"])

# The workers of xdist tell all events to the process above them, which writes them.
def say(event):
    if "PYTEST_XDIST_WORKER" in os.environ:
        return
    with open(SPEC["report"], "a", encoding="utf-8") as out:
        out.write(json.dumps(event) + "\n")

def absolute(path):
    return os.path.join(str(ROOT[0]), path) if path else None

ROOT = [os.getcwd()]
NAMES = {}

def pytest_configure(config):
    ROOT[0] = config.rootpath if hasattr(config, "rootpath") else config.rootdir

def name_of(nodeid, location):
    file, line, _ = location
    return {"id": nodeid, "name": nodeid.split("::", 1)[-1].replace("::", " > "), "file": absolute(file), "line": None if line is None else line + 1}

def pytest_collectstart(collector):
    path = getattr(collector, "path", None) or getattr(collector, "fspath", None)
    if path is not None and os.path.isfile(str(path)):
        say({"t": "loading", "file": str(path)})

@pytest.hookimpl(optionalhook=True)
def pytest_ignore_collect(collection_path, config):
    return True if str(collection_path) in SPEC["brokenFiles"] else None

def errors_of(longrepr):
    # The lines that pytest marks as the error; without any, the whole text.
    text = str(longrepr)
    marked = [line[1:].strip() for line in text.split("\n") if re.match(r"E  ", line)]
    return "\n".join(marked)[-4000:] if marked else text.strip()[-4000:]

def line_in(text, file):
    places = re.findall(r'(?m)^(?:E +)?(?:File ")?(\S*?)"?(?::|, line )(\d+)', text)
    found = [int(line) for path, line in places if os.path.join(str(ROOT[0]), path) == file]
    return found[-1] if found else None

def pytest_collectreport(report):
    if report.failed:
        file = absolute(report.nodeid.split("::")[0])
        say({"t": "broken", "file": file, "line": line_in(str(report.longrepr), file), "message": errors_of(report.longrepr)})
    if report.nodeid.endswith(".py"):
        say({"t": "loaded", "file": absolute(report.nodeid)})

def pytest_collection_modifyitems(config, items):
    left = [item for item in items if item.nodeid not in SPEC["done"]]
    if SPEC.get("name"):
        left = [item for item in left if SPEC["name"] in item.nodeid or SPEC["name"] in item.nodeid.replace("::", " > ")]
    items[:] = left

def pytest_runtest_logstart(nodeid, location):
    say({"t": "start", **name_of(nodeid, location)})

def place_of(report, name):
    line, message = name["line"], errors_of(report.longrepr)
    crash = getattr(report.longrepr, "reprcrash", None)
    if crash is not None:
        message = crash.message
        if os.path.abspath(os.path.join(str(ROOT[0]), crash.path)) == name["file"]:
            line = crash.lineno
        else:
            for entry in getattr(getattr(report.longrepr, "reprtraceback", None), "reprentries", []):
                at = getattr(entry, "reprfileloc", None)
                if at is not None and os.path.abspath(os.path.join(str(ROOT[0]), at.path)) == name["file"]:
                    line = at.lineno
    return line, message

def pytest_runtest_logreport(report):
    status = report.outcome
    if report.when != "call" and status == "passed":
        return
    name = name_of(report.nodeid, report.location)
    event = {"t": "end", **name, "status": status}
    if report.when == "???":
        event["crash"] = True
    if status == "failed":
        event["line"], event["message"] = place_of(report, name)
        if report.when in ("setup", "teardown"):
            event["message"] = "in " + report.when + ": " + event["message"]
    say(event)

def pytest_sessionfinish(session, exitstatus):
    say({"t": "finished"})
