import { ShellFindings } from '../state/findings.ts';
import type { JudgedCommand } from '../state/run.ts';
import { createSession, createShell } from '../state/shell.ts';
import type { CodeLanguage } from './languages.ts';
import type { Token } from './tokens.ts';

/**
 * Names by which code runs programs, works side by side or finds names when it runs; they hide nothing of what a run
 * would show. Other names that can do anything undo a disguise, end processes or leave the language.
 */
const SHOWN_BY_RUN =
  /^(?:subprocess|Popen|popen|system|child_process|execSync|execFile|execFileSync|spawn|spawnSync|threading|getattr|setattr|vars|importlib|import_module|pickle|shelve|dill|symlink|prototype|constructor|globalThis|Reflect|Proxy|worker_threads|Worker|createRequire)$/;

type NamedUse = { readonly language: CodeLanguage; readonly tokens: readonly Token[]; readonly name: string };
const MOST_TEXTS = 60;
const LONGEST_TEXT = 2_000;

/** Whether a name is dangerous only for what the code does not show, in code that holds no harmful command. */
export function isShownByRun(run: JudgedCommand, { language, tokens, name }: NamedUse): boolean {
  // Nobody knows here how other languages name what they load and run.
  if (!language.imports || !SHOWN_BY_RUN.test(name)) return false;
  const texts = commandsIn(tokens);
  return texts.length <= MOST_TEXTS && !texts.some(text => wouldHarm(run, text));
}

/** Texts that may be commands to a program: each alone, and the texts of a list as the words of one command. */
function commandsIn(tokens: readonly Token[]): readonly string[] {
  const found = new Set<string>();
  let list: string[] = [];
  for (const [at, { kind, text }] of tokens.entries()) {
    if (kind !== 'string') continue;
    const follows = tokens[at - 1]?.text === ',' && tokens[at - 2]?.kind === 'string';
    list = follows ? [...list, text] : [text];
    found.add(text);
    found.add(list.join(' '));
  }
  return [...found].filter(text => text.trim() !== '');
}

/** Whether a text would do harm as a command, judged apart from the rest. A text that does not parse is no command. */
function wouldHarm({ shell }: JudgedCommand, text: string): boolean {
  if (text.length > LONGEST_TEXT) return true;
  const { where, budget, engine } = shell.session;
  const findings = new ShellFindings();
  try {
    engine.script(text, createShell(createSession({ where, budget, engine, findings })));
  } catch {
    return true;
  }
  return findings.danger === 'dangerous' && findings.broken === 0;
}
