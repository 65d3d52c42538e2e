
import json, os, re, signal, subprocess, sys, tempfile
spec = json.loads(sys.argv[1])
PLUGIN = __PLUGIN__
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
    # All tests are to be counted, also where the project would have pytest stop at the first failure.
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
