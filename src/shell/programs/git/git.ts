import { judgeProgram } from '../../judge/judge-program.ts';
import { readPath } from '../../judge/touch.ts';
import { runsLater } from '../../state/place.ts';
import { type JudgedCommand, mild, prints, risk } from '../../state/run.ts';
import { locate } from '../../state/shell.ts';
import { SOME } from '../../state/value.ts';
import { withKnownFlags } from '../flags/known-flags.ts';
import { byName, type GivenWords, mildly, onVerb, type Program, type Programs, risky, SAFE } from '../program.ts';
import { judgeGitMentions } from './mentions.ts';
import { judgeSetting } from './settings.ts';
import { GIT_VERBS } from './verbs.ts';

/** Git, with the options before its verb. */
export const GIT: Programs = {
  git: {
    prefix: true,
    options: '--namespace= --super-prefix= -C= -c|--config-env= --git-dir|--work-tree= --exec-path=?',
    judge: judgeGit,
  },
  tig: SAFE,
  hub: {
    judge: onVerb(
      /^(?:pull-request|push|create|fork|delete|release|issue|sync|merge)$/,
      risky('changes something on the forge'),
      mildly('talks to a forge'),
    ),
  },
  lazygit: { moderate: 'changes the repository' },
};

const VERBS: ReadonlyMap<string, Program> = new Map(
  [...byName(GIT_VERBS)].map(([verb, table]) => [verb, withKnownFlags(`git ${verb}`, table)]),
);

function judgeGit(run: JudgedCommand, given: GivenWords): undefined {
  const { shell } = run;
  const before = shell.cwd;
  for (const { name, value = '' } of given.options) {
    if (name === '-c') judgeSetting(run, value);
    if (name === '--exec-path' && value !== '') risk(run, 'takes git programs from elsewhere');
    if (name === '-C' || name === '--git-dir') {
      readPath(run, value, { look: true });
      const place = locate(shell, value);
      if (name === '-C') shell.cwd = place.kind === 'anywhere' ? undefined : place.path;
      if (runsLater(place.path) && place.kind !== 'workspace') risk(run, `works in ${value}, where things run later`);
      if (place.kind !== 'workspace' && place.kind !== 'anywhere') mild(run, 'works on another repository');
    }
  }
  const [verb, ...rest] = given.operands;
  if (verb) {
    const known = VERBS.get(verb.value);
    if (known) judgeProgram(run, known, rest);
    else mild(run, `git ${verb.text} is not known here`);
    judgeGitMentions(run, verb.value, rest);
    const values = rest.map(({ value }) => value);
    tellsNames(run, verb.value, values);
  }
  shell.cwd = before;
}

/** Prints the names that some verbs tell, where they are known well enough to go on with. */
function tellsNames(run: JudgedCommand, verb: string, rest: readonly string[]): undefined {
  const asked = (form: RegExp): boolean => rest.some(value => form.test(value));
  if (verb === 'rev-parse' && rest.includes('--show-toplevel')) prints(run, run.shell.session.where.root);
  else if (
    TELLS.test(verb) ||
    (/^(?:diff|show|log|diff-tree)$/.test(verb) && asked(/^--(?:name-only|diff-filter)/)) ||
    (verb === 'log' && asked(/^--(?:format|pretty)=/)) ||
    (verb === 'config' && rest.length <= 2)
  )
    prints(run, SOME);
}

const TELLS = /^(?:ls-files|rev-parse|describe|rev-list|merge-base|symbolic-ref|branch|for-each-ref|tag|ls-tree)$/;
