import { readPath, runProject } from '../../judge/touch.ts';
import { runFetched } from '../../judge/unseen-code.ts';
import { blind, type JudgedCommand, judgeInnerCommand, mild } from '../../state/run.ts';
import { isFetchedPath, locate } from '../../state/shell.ts';
import { type GivenWords, judged, mildly, onVerb, type Program, type Programs, SAFE } from '../program.ts';
import { build, judgeRegistry, publish, settings, tool } from './registry.ts';

function judgePip(run: JudgedCommand, given: GivenWords): undefined {
  judgeRegistry(run, given);
  for (const value of given.values) {
    if (/^(?:git|hg|svn|bzr)\+|^https?:|^ftp:|@\s*(?:git\+|https?:)/.test(value))
      blind(run, `installs ${value}, which is not from the registry`);
    else if (/^[./~]/.test(value)) {
      const place = locate(run.shell, value.replace(/\[.*/, ''));
      readPath(run, value.replace(/\[.*/, ''));
      if (place.kind === 'temp' || place.kind === 'home' || isFetchedPath(run.shell.session, place.path))
        blind(run, `installs ${value}, which cannot be seen here`);
    }
  }
  mild(run, 'installs packages from the registry');
}

const pipInstall: Program = {
  options: `-c= --constraint= --python= --platform= --python-version= --upgrade-strategy= --group= --extra=
    --only-group= -p= --no-binary= --only-binary= -r|--requirement=
    -i|--index-url|--extra-index-url|-f|--find-links|--index|--default-index= -e|--editable=
    -t|--target|--prefix|--root=write`,
  risks: { 'trusts a host without a certificate': '--trusted-host=' },
  judge: (run, given) => {
    judgePip(run, given);
    for (const { name, value = '' } of given.options) {
      if (name === '-r' && /^https?:/.test(value)) blind(run, 'installs what a list on the network names');
      else if (name === '-r') readPath(run, value);
      else if (name === '-e' && /^(?:git|hg)\+|^https?:/.test(value))
        blind(run, `installs ${value}, which is not from the registry`);
    }
  },
};

const pipVerbs: Programs = {
  'install download wheel sync add lock compile': pipInstall,
  'uninstall remove': { moderate: 'changes the installed packages' },
  'list freeze show check help debug inspect hash tree': SAFE,
  'search index': { moderate: 'asks the registry' },
  cache: { moderate: 'changes the cache' },
  config: settings,
};

export const PYTHON_PACKAGES: Programs = {
  'pip pip2 pip3 pip3.11 pip3.12 pip-sync': { prefix: true, options: '--python= --proxy=', verbs: pipVerbs },
  easy_install: pipInstall,
  'pip-compile': { moderate: 'writes a list of packages' },
  uv: {
    prefix: true,
    options: '--directory= --project= --cache-dir= --config-file= --python= --color=',
    verbs: {
      ...pipVerbs,
      pip: { prefix: true, verbs: pipVerbs },
      run: {
        prefix: true,
        options: `--extra= --group= -p= --python= --env-file= --package= --project= --directory=
          -w|--with|--with-requirements=`,
        judge: (run, given) => {
          const { operands } = given;
          const added = given.valueOf('-w');
          if (added !== undefined) runFetched(run, added, 'python');
          runProject(run);
          if (operands.length > 0) judgeInnerCommand(run, operands);
        },
      },
      tool: {
        prefix: true,
        verbs: { 'run uvx': tool('always'), 'install upgrade': pipInstall, 'list dir': SAFE },
        otherVerb: { moderate: 'changes the environment' },
      },
      python: onVerb(/^(?:list|find|dir)$/, undefined, mildly('changes the environment')),
      'venv init build self version': { moderate: 'changes the environment' },
      publish,
    },
  },
  uvx: tool('always'),
  pipx: {
    prefix: true,
    verbs: {
      'install upgrade inject': pipInstall,
      list: SAFE,
      run: tool('always'),
      'uninstall reinstall ensurepath': { moderate: 'changes the installed packages' },
    },
  },
  'poetry pdm hatch pipenv rye': {
    prefix: true,
    verbs: {
      'install add update sync lock remove uninstall init new version export build self upgrade': {
        options: '-G= --group= -E= --extras= --python= -p= -f|--format= -o|--output=write --source=',
        judge: judgePip,
      },
      run: judged({ prefix: true }, (run, { operands }) => {
        runProject(run);
        judgeInnerCommand(run, operands);
      }),
      'show check list graph about search help': SAFE,
      env: onVerb(/^(?:info|list|show|find|)$/, undefined, mildly('changes the environment')),
      shell: { moderate: 'opens a shell' },
      publish,
      config: settings,
      'tools tool': {
        prefix: true,
        verbs: { run: tool('always') },
        otherVerb: { moderate: 'changes the environment' },
      },
      'test fmt lint format': build,
    },
  },
  virtualenv: { moderate: 'makes an environment', operands: ['create'], options: '-p= --python=' },
  twine: { verbs: { check: SAFE, upload: publish, register: publish } },
};
