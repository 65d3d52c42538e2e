import { judgeProgram } from '../../judge/judge-program.ts';
import { readPath } from '../../judge/touch.ts';
import { runsLater } from '../../state/place.ts';
import { type JudgedCommand, mild, prints, risk } from '../../state/run.ts';
import { locate } from '../../state/shell.ts';
import { SOME, type Word } from '../../state/value.ts';
import { withKnownFlags } from '../flags/known-flags.ts';
import { byName, type GivenWords, mildly, onVerb, type Program, type Programs, risky, SAFE } from '../program.ts';
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
  hub: onVerb(
    /^(?:pull-request|push|create|fork|delete|release|issue|sync|merge)$/,
    risky('changes something on the forge'),
    mildly('talks to a forge'),
  ),
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

/** Verbs that tell names, times and numbers of the files in their words, or take these away, and show no content. */
const TELLS_NAMES =
  /^(?:status|shortlog|describe|rev-parse|rev-list|ls-tree|ls-files|merge-base|name-rev|for-each-ref|show-ref|cherry|check-ignore|check-attr|check-ref-format|count-objects|var|show-branch|help|version|check-mailmap|rm|clean|reset|branch|tag|switch|remote|reflog|sparse-checkout)$/;
/** Verbs that carry content along and do not show the content. */
const CARRIES = /^(?:add|stage|mv|commit|checkout|restore|stash|update-index|lfs)$/;
const SHOWS = /^(?:-p|-u|--patch.*|-L.*|-c|--cc|--full-diff|-U.*|--unified.*|--word-diff.*|--stage|-s)$/;
const MESSAGE = /^(?:-[a-z]*m|--(?:message|author|date|trailer|grep|since|until|format|pretty))$/;
const MESSAGES = /^(?:-m.|--(?:message|author|date|trailer|grep|since|until|format|pretty)=)/;

/** Hands over words whose files are not shown; `rev:path` names content, whatever the verb. */
function judgeGitMentions(run: JudgedCommand, verb: string, words: readonly Word[]): undefined {
  const told = words.some(({ value }) => SHOWS.test(value));
  const shows = verb === 'log' || verb === 'ls-files' ? told : !TELLS_NAMES.test(verb);
  const searched = verb === 'grep' ? words.find(({ value }) => value[0] !== '-') : undefined;
  run.carries = CARRIES.test(verb) && !words.some(({ value }) => /^(?:-F|--file)/.test(value));
  for (const [at, word] of words.entries()) {
    const message = MESSAGE.test(words[at - 1]?.value ?? '') || MESSAGES.test(word.value);
    const named = shows || /^[^/]*:./.test(word.value) || /^(?:-F|--file)/.test(words[at - 1]?.value ?? word.value);
    if (message || word === searched || !named) run.handed.push(word);
  }
}
