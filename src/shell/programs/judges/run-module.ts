import { judgeCode } from '../../code/judge-code.ts';
import { PYTHON } from '../../code/languages.ts';
import { awaitsOthers, reachHosts } from '../../judge/hosts.ts';
import { readAll, runFile, runProject } from '../../judge/touch.ts';
import { type JudgedCommand, judgeInnerCommand, mild, risk } from '../../state/run.ts';
import { wordOf } from '../../state/value.ts';
import type { GivenWords } from '../program.ts';

const SAFE_MODULES = /^(?:json\.tool|this|calendar|platform|sysconfig|site|tabnanny|tokenize|ast|dis|pyclbr|base64)$/;
const REACHING_MODULES =
  /^(?:urllib(?:3|\.\w+)?|http\.client|httpx|requests|wget|smtplib|poplib|imaplib|nntplib|socketserver|socket|xmlrpc\.client|aiohttp|websocket|paramiko|youtube_dl|yt_dlp|speedtest)(?:\.|$)/;
const PROJECT_MODULES =
  /^(?:pytest|unittest|doctest|mypy|black|ruff|flake8|isort|pylint|coverage|tox|nox|build|venv|virtualenv|compileall|py_compile|cProfile|profile|timeit|trace|django|flask|uvicorn|gunicorn|fastapi|celery|sphinx|mkdocs|pre_commit|ensurepip|zipfile|tarfile|gzip|pydoc|IPython|ipykernel|jupyter|nbconvert|pyright|bandit|poetry|pipenv|hatch|pdm|alembic|manage|scrapy|streamlit|pip_tools|piptools|grpc_tools\.protoc|pyperf|memory_profiler|line_profiler)(?:\.|$)/;

export function runModule(run: JudgedCommand, module: string, given: GivenWords): undefined {
  if (/^(?:pip|pipx|uv)$/.test(module)) return void judgeInnerCommand(run, [wordOf(module), ...given.operands]);
  if (module === 'http.server' || module === 'SimpleHTTPServer') {
    const bound = /--bind[ =](?:127\.0\.0\.1|localhost|::1)/.test(run.text);
    awaitsOthers(run, bound ? 'localhost' : '*');
    return bound ? mild(run, 'serves files to this machine') : risk(run, 'serves files to the network');
  }
  if (SERVING_MODULES.test(module)) {
    const page = module === 'pydoc' && !run.values.some(value => /^-(?:[pbn]|w)/.test(value));
    if (!page) return awaitsOthers(run, '*', 'waits for connections');
  }
  if (run.values.at(-1) === '--help' && /^[a-z_.]+$/.test(module)) return;
  if (module === 'twine') return risk(run, 'sends a package away');
  if (/^(?:smtpd|aiosmtpd|telnetlib|ftplib|webbrowser|antigravity|pty|code)$/.test(module))
    return risk(run, 'opens a shell or a connection');
  if (REACHING_MODULES.test(module)) reachHosts(run, given.operands);
  if (SAFE_MODULES.test(module)) return readAll(run, given.operands.slice(0, 1));
  const script = given.values[0];
  if (/^(?:pdb|cProfile|profile|trace)$/.test(module) && script !== undefined) runFile(run, script, 'other');
  if (module === 'timeit') for (const value of given.values) judgeCode(run, PYTHON, value);
  if (PROJECT_MODULES.test(module)) return runProject(run);
  runProject(run, `runs the module ${module}`);
}

const SERVING_MODULES =
  /^(?:pyftpdlib|uploadserver|xmlrpc\.server|wsgiref\.simple_server|aiohttp\.web|aiosmtpd|smtpd|ftpserver|websockets|bottle|tornado|twisted|asyncore|RangeHTTPServer|http_server|pydoc)$/;
