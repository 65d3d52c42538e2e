/** A plugin of pytest that writes each event as it comes, and leaves out the tests that crashed before. */
const PLUGIN = String.raw`
import json, os, re
import pytest
SPEC = json.loads(os.environ["TOOLGATE_TESTS"])

# The workers of xdist tell all to the process above them, which is the one to say it.
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
    # The lines that pytest marks; without them all that it says.
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
`;

/**
 * Runs pytest inside the sandbox. Where a test took the process along, or a file when it was loaded, it is run once more
 * without what has run already. Its one argument is a spec as JSON.
 */
export const PYTEST_DRIVER = String.raw`
import json, os, re, signal, subprocess, sys, tempfile
spec = json.loads(sys.argv[1])
PLUGIN = ${JSON.stringify(PLUGIN)}
ROUNDS = 20
temp = tempfile.mkdtemp()
plugin = "report_" + os.path.basename(temp)
with open(os.path.join(temp, plugin + ".py"), "w") as out:
    out.write(PLUGIN)

def say(event):
    with open(spec["report"], "a", encoding="utf-8") as out:
        out.write(json.dumps(event) + "\n")

def events():
    found = []
    try:
        with open(spec["report"], encoding="utf-8") as lines:
            for line in lines:
                try:
                    found.append(json.loads(line))
                except ValueError:
                    pass
    except OSError:
        pass
    return found

def has_pytest(python):
    try:
        return subprocess.run([python, "-c", "import pytest"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0
    except OSError:
        return False

candidates = []
folder = os.getcwd()
while True:
    candidates += [os.path.join(folder, name, "bin", "python") for name in (".venv", "venv", "env")]
    if folder == spec["root"] or folder == os.path.dirname(folder):
        break
    folder = os.path.dirname(folder)
if os.environ.get("VIRTUAL_ENV"):
    candidates.append(os.path.join(os.environ["VIRTUAL_ENV"], "bin", "python"))
candidates += ["python3", "python", sys.executable, "/usr/bin/python3"]
python = next((each for each in candidates if (os.sep not in each or os.path.exists(each)) and has_pytest(each)), None)
if python is None:
    say({"t": "missing", "program": "pytest"})
    sys.exit(127)

def say_end(code):
    return "ended by " + signal.Signals(-code).name if code < 0 else "ended with exit code %d" % code

done, broken = [], []
first = None
for _ in range(ROUNDS):
    before = len(events())
    told = dict(spec, done=done, brokenFiles=broken)
    env = dict(os.environ, TOOLGATE_TESTS=json.dumps(told), PYTHONDONTWRITEBYTECODE="1")
    env["PYTHONPATH"] = os.pathsep.join([temp] + ([env["PYTHONPATH"]] if env.get("PYTHONPATH") else []))
    # All are to be counted, also where the project would have it stop at the first.
    command = [python, "-m", "pytest", "-p", plugin, "-p", "no:cacheprovider", "-q", "--maxfail=0", "--continue-on-collection-errors", *spec["files"]]
    with tempfile.TemporaryFile() as errors:
        code = subprocess.run(command, stdin=subprocess.DEVNULL, stderr=errors, env=env).returncode
        errors.seek(0)
        complaint = errors.read()[-8000:].decode("utf-8", "replace")
    sys.stderr.write(complaint)
    first = code if first is None else first
    news = events()[before:]
    if any(event["t"] == "finished" for event in news):
        break
    begun = {event["id"] for event in news if event["t"] == "start"}
    ended = {event["id"] for event in news if event["t"] == "end"}
    loading = [event["file"] for event in news if event["t"] == "loading"]
    loaded = {event["file"] for event in news if event["t"] == "loaded"}
    lost = begun - ended
    for test in lost:
        say({"t": "crash", "id": test, "message": "The process of the tests " + say_end(code) + " while this test ran"})
    stuck = [file for file in loading if file not in loaded] if not begun else []
    for file in stuck:
        say({"t": "broken", "file": file, "message": "The process " + say_end(code) + " while this file was loaded"})
    if not lost and not stuck:
        if not any(event["t"] in ("end", "broken") for event in news):
            place = re.search(r"(?m)^ImportError while loading conftest '(.+)'", complaint)
            marked = re.findall(r"(?m)^(?:E  |ERROR: |\S*Error: ) *(.*)$", complaint)
            message = "pytest " + say_end(code) + " before any test ran" + "".join("\n" + line for line in marked[-5:])
            say(dict({"t": "broken", "file": place.group(1)} if place else {"t": "stray"}, message=message))
        break
    done += list(begun)
    broken += stuck
sys.exit(first if first >= 0 else 128 - first)
`;
