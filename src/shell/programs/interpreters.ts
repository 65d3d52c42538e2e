import { judgeAwk } from '../code/awk.ts';
import { judgeCode, judgeMentions } from '../code/judge-code.ts';
import { type CodeLanguage, JAVASCRIPT, PERL, PHP, PYTHON, RUBY } from '../code/languages.ts';
import { judgeSed } from '../code/sed.ts';
import { awaitsOthers, reachHosts } from '../judge/hosts.ts';
import { readAll, readPath, runFile, runProject, writePath } from '../judge/touch.ts';
import { hostOfAddress, isLocal } from '../judge/touch-host.ts';
import { isInput, judgeInput, runFetched, shownCode } from '../judge/unseen-code.ts';
import { blind, type JudgedCommand, judgeInnerCommand, mild, risk } from '../state/run.ts';
import { wordOf } from '../state/value.ts';
import { type GivenWords, judged, type Programs } from './program.ts';

/** Interpreters of other languages: code on the command line, a file, a module, or standard input. */
export const INTERPRETERS: Programs = {
  'python python2 python3 python3.8 python3.9 python3.10 python3.11 python3.12 python3.13 python3.14 pypy pypy3 ipython':
    {
      prefix: true,
      options: '-bBdEhiIOPqRsSuvVx -W= -X=',
      special: { '-c': { role: 'text', ends: true }, '-m': { role: 'text', ends: true } },
      judge: (run, given) => {
        const module = given.valueOf('-m');
        if (module !== undefined) return runModule(run, module, given);
        if (run.name === 'ipython' && /(?:^|\n|;)\s*[!%]/.test(given.valueOf('-c') ?? ''))
          risk(run, 'runs a command from code');
        interpret(run, given, PYTHON, given.valueOf('-c'));
      },
    },
  'node nodejs': {
    options: `-i --interactive --input-type --experimental-strip-types --experimental-vm-modules --no-warnings --trace-warnings --enable-source-maps --v8-options --harmony --expose-gc --use-strict --preserve-symlinks --throw-deprecation --trace-deprecation --no-deprecation --pending-deprecation --trace-uncaught --experimental-transform-types --no-experimental-strip-types --experimental-default-type
      -C= --conditions= --max-old-space-size= --stack-size= --test-name-pattern= --test-reporter=
      -e|--eval|-p|--print|-pe= -r|--require|--import|--loader|--experimental-loader=
      --env-file|--env-file-if-exists=load -c|--check --test|--run|--watch`,
    prefix: true,
    judge: (run, given) => {
      const module = given.valueOf('-r');
      if (module !== undefined && /^[/~]|^\.\.\/|:/.test(module)) runFile(run, module, 'other');
      if (given.has('--test')) return runProject(run);
      if (given.has('-c --v8-options')) return;
      interpret(run, given, JAVASCRIPT, given.valueOf('-e'));
    },
  },
  deno: {
    judge: (run, { operands: [verb, code] }) => {
      const fetched = verb?.value === 'x' ? code : verb;
      if (fetched && FETCHED.test(fetched.value)) runFetched(run, fetched.value, 'other');
    },
    verbs: {
      'test bench task run lint fmt check cache compile doc serve install add remove bundle': {
        moderate: "runs the project's own code",
        prefix: true,
        judge: (run, { operands }) => {
          const [file] = operands;
          const adds = / (?:add|remove|install|cache) /.test(run.text);
          if (file && (adds ? /^https?:/ : FETCHED).test(file.value)) runFetched(run, file.value, 'other');
          judgeInput(run);
        },
      },
      eval: judged({}, (run, { operands: [code] }) => {
        const fetched = /\b(?:import|from)\W*?((?:https?|npm|jsr):[^'"`]*)/.exec(code?.value ?? '')?.[1];
        if (fetched !== undefined) runFetched(run, fetched, 'other');
        judgeCode(run, JAVASCRIPT, code?.value ?? '');
      }),
      'info types help': {},
      'publish deploy upgrade': { dangerous: 'sends code away or changes the installation' },
    },
  },
  'ts-node tsx ts-node-esm esno babel-node swc-node zx': {
    prefix: true,
    options: '-e|--eval|-p|--print=',
    judge: (run, given) => interpret(run, given, JAVASCRIPT, given.valueOf('-e')),
  },
  perl: {
    prefix: true,
    options: '-e|-E= -i=? -M|-m|-I= -n|-p|-a -F=? -c',
    special: {
      '-l': { role: 'text', optional: /^[0-7]*/ },
      '-0': { role: 'text', optional: /^[xX]?[\da-fA-F]{0,6}(?![\da-z]*e$)/ },
    },
    judge: (run, given) => {
      const codes = given.allOf('-e');
      if (codes.length === 0) return interpret(run, given, PERL, undefined);
      for (const code of codes) {
        judgeCode(run, PERL, withoutSubstitutions(code));
        judgeMentions(run, code);
      }
      for (const module of given.allOf('-M')) judgeCode(run, PERL, module);
      for (const value of given.values) {
        readPath(run, value, { unseen: given.has('-i') });
        if (given.has('-i')) writePath(run, value);
      }
    },
  },
  'ruby jruby irb pry byebug': {
    prefix: true,
    options: '-I= -K= -E= -e= -r= -i=? -n|-p|-l|-a|-w|-W|-v -c',
    judge: (run, given) => {
      if (given.has('-c')) return readAll(run, given.operands);
      for (const module of given.allOf('-r')) judgeCode(run, RUBY, module);
      if (given.has('-i')) for (const value of given.values) writePath(run, value);
      interpret(run, given, RUBY, given.valueOf('-e'));
    },
  },
  php: {
    prefix: true,
    options: '-nqvw --ini --info --modules --no-php-ini --rf --rc --re --ri -d= -c= -t= -r= -S= -f=own -l -m|-i',
    judge: (run, given) => {
      if (given.has('-S')) {
        const open =
          !isLocal(hostOfAddress(given.valueOf('-S') ?? '')) || /^0\.0\.0\.0/.test(given.valueOf('-S') ?? '');
        awaitsOthers(run, open ? '*' : 'localhost', open ? 'serves files to the network' : undefined);
        return mild(run, "serves the project's own code");
      }
      if (given.has('-l')) return readAll(run, given.operands);
      if (given.has('-m -f --ini --ri --re')) return;
      interpret(run, given, PHP, given.valueOf('-r'));
    },
  },
  'lua luajit tclsh wish osascript R Rscript julia guile racket sbcl clisp ghci swipl octave scala groovy jshell elixir erl iex escript crystal pwsh powershell kotlin raku ocaml jjs jrunscript slsh octave-cli gst cpan gnuplot maxima gp sage wolframscript matlab':
    {
      prefix: true,
      options: '-e|-E|--eval|-eval|--execute|-c|-Command|-EncodedCommand|--expr|-g|-r|--print|-p|--batch-string=',
      judge: (run, given) => {
        const code = given.valueOf('-e') ?? (given.values[0] === 'eval' ? given.values[1] : undefined);
        if (code === undefined) return interpret(run, given, undefined, undefined);
        if (/^(?:pwsh|powershell|osascript)$/.test(run.name))
          return blind(run, 'runs code of a shell that is not understood here');
        if (RUNS_PROGRAMS.test(code)) return blind(run, 'runs code that can run programs');
        if (!PRINTS.test(code)) mild(run, 'runs code');
      },
    },
  'awk gawk mawk nawk': {
    prefix: true,
    options: `-F= -v= --field-separator= --assign= -W= -f|--file|-E|--exec= -i|--include= -e|--source=
      -o|--pretty-print|-d|--dump-variables|-p|--profile=write?`,
    risks: { 'loads code': '-l|--load=' },
    judge: (run, given) => {
      const source = given.valueOf('-e');
      const given0 = source !== undefined || given.has('-f');
      judgeFiles(run, given, judgeAwk);
      if (source !== undefined) judgeAwk(run, source);
      else if (!given0) judgeAwk(run, given.values[0] ?? '');
      const files = given0 ? given.operands : given.operands.slice(1);
      const include = given.valueOf('-i');
      const inplace = include === 'inplace';
      if (include !== undefined && !inplace) runFile(run, include, 'other');
      for (const { value } of files) if (!/^\w+=/.test(value)) inplace ? writePath(run, value) : readPath(run, value);
    },
  },
  'sed gsed': {
    options: '-l= --line-length= -e|--expression= -f|--file= -i|--in-place=? -n|-E|-r|-s|-u|-z',
    judge: (run, given) => {
      const scripts = [...given.allOf('-e')];
      const operands = given.values;
      const hasScript = scripts.length > 0 || given.has('-f');
      // On macOS the suffix is a word of its own, and may be empty.
      const files = hasScript ? operands : operands.slice(operands[0] === '' ? 2 : 1);
      if (!hasScript) scripts.push(operands[operands[0] === '' ? 1 : 0] ?? '');
      for (const script of scripts) judgeSed(run, script);
      judgeFiles(run, given, judgeSed);
      for (const file of files) {
        readPath(run, file, { unseen: given.has('-i') });
        if (given.has('-i')) writePath(run, file);
      }
    },
  },
  m4: judged({ moderate: 'runs macros', options: '-I=', operands: ['read'] }, run => {
    const text = `${run.text} ${run.stdin?.kind === 'text' ? run.stdin.value : ''}`;
    if (/syscmd/.test(text)) risk(run, 'runs a command from a macro');
    else if (run.stdin?.kind === 'data') blind(run, 'runs what another program prints');
  }),
  java: {
    prefix: true,
    long: true,
    options: '-cp= -classpath= --class-path= -p= --module-path= -jar=own -m|--module=',
    judge: (run, given) => {
      if (given.options.some(({ name }) => /^-(?:javaagent|agentlib|agentpath|Xrunjdwp)/.test(name)))
        risk(run, 'loads code into the machine');
      if (given.has('-version --version -help')) return;
      if (!given.has('-jar')) runProject(run);
    },
  },
};

/** Judges the files of a program (`-f`) by their content, where the command shows it. */
function judgeFiles(
  run: JudgedCommand,
  given: GivenWords,
  judge: (run: JudgedCommand, code: string) => void,
): undefined {
  for (const value of given.allOf('-f')) {
    const code = shownCode(run, value);
    if (code !== undefined) judge(run, code);
    else isInput(value) ? blind(run, 'runs code that comes in, and is not shown') : runFile(run, value, 'other');
  }
}

function interpret(
  run: JudgedCommand,
  given: GivenWords,
  language: CodeLanguage | undefined,
  code: string | undefined,
): undefined {
  if (code !== undefined) {
    if (language) judgeCode(run, language, code);
    // Words after the code are handed to the code, which may open them.
    for (const value of given.values) if (/[./]/.test(value) && !/:\/\//.test(value)) readPath(run, value);
    return;
  }
  const [file] = given.operands;
  if (file && !isInput(file.value)) {
    const code = shownCode(run, file.value);
    if (code !== undefined && language) judgeCode(run, language, code);
    return runFile(run, file.value, 'other');
  }
  if (run.stdin?.kind === 'text' && language) judgeCode(run, language, run.stdin.value);
  else runFile(run, '-', 'other');
}

/** Code that is fetched by its name before it runs. */
const FETCHED = /^https?:|^npm:|^jsr:/;
/** Code that computes and prints, in whatever language. */
const PRINTS =
  /^\s*(?:print|println|puts|display|cat|io\.write|IO\.puts|disp|format|summary|head|paste|R\.version\.string|VERSION|_VERSION|[\d\s+\-*/%^().,"'<>=#:;]|math\.\w+|string\.\w+|sqrt|sum|mean|length|nrow|ncol|str|read\.csv|"[^"$`]*"|'[^'$`]*')+$/;
/** Code without `s/a/b/g` and its like: patterns are no code, unless `e` makes the replacement code. */
function withoutSubstitutions(code: string): string {
  if (code.length > 4_000) return code;
  return code
    .replace(
      /\b(?:s|tr|y)([/|,#!@])((?:\\.|(?!\1)[^\\])*)\1((?:\\.|(?!\1)[^\\])*)\1([a-z]*)/g,
      (whole, _mark, pattern: string, replacement: string, flags: string) => {
        if (flags.includes('e')) return whole;
        const evaluated = [
          ...`${pattern} ${replacement}`.matchAll(/\(\?\??\{([^}]*)\}|\$\{\\([^}]*)\}|@\{\[([^\]]*)\]\}/g),
        ];
        return ` 0 ${evaluated.map(([text]) => text).join(' ')} `;
      },
    )
    .replace(/(^|[(,;&|~!\s])m?\/(?:\\.|[^/\\\n])*\/[a-z]*/g, '$1 0 ');
}

const RUNS_PROGRAMS =
  /system|exec|popen|shell|run-|run_|cmd|call|os\.|run\(|process|socket|http|eval|delete|unlink|remove|cmd|\brm\b|\bmv\b|download|spawn|fork|write|rename|open\(|require|import|`|\.!/i;

const SAFE_MODULES = /^(?:json\.tool|this|calendar|platform|sysconfig|site|tabnanny|tokenize|ast|dis|pyclbr|base64)$/;
const REACHING_MODULES =
  /^(?:urllib(?:3|\.\w+)?|http\.client|httpx|requests|wget|smtplib|poplib|imaplib|nntplib|socketserver|socket|xmlrpc\.client|aiohttp|websocket|paramiko|youtube_dl|yt_dlp|speedtest)(?:\.|$)/;
const PROJECT_MODULES =
  /^(?:pytest|unittest|doctest|mypy|black|ruff|flake8|isort|pylint|coverage|tox|nox|build|venv|virtualenv|compileall|py_compile|cProfile|profile|timeit|trace|django|flask|uvicorn|gunicorn|fastapi|celery|sphinx|mkdocs|pre_commit|ensurepip|zipfile|tarfile|gzip|pydoc|IPython|ipykernel|jupyter|nbconvert|pyright|bandit|poetry|pipenv|hatch|pdm|alembic|manage|scrapy|streamlit|pip_tools|piptools|grpc_tools\.protoc|pyperf|memory_profiler|line_profiler)(?:\.|$)/;

function runModule(run: JudgedCommand, module: string, given: GivenWords): undefined {
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
