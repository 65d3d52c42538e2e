import type { Danger, Effects } from '../tool/effect.ts';
import { ENGINE, walkForgotten } from './interpret/interpret.ts';
import { judgeText } from './programs/builtins.ts';
import { createBudget, TooMuchError } from './state/bounds.ts';
import { ShellFindings, type ShellReason, type SimpleCommand } from './state/findings.ts';
import type { CommandPlace } from './state/place.ts';
import { createRun } from './state/run.ts';
import { createSession, createShell, type Shell, type ShellSession } from './state/shell.ts';
import { withoutMarks, wordOf } from './state/value.ts';

export interface Understanding {
  /** The danger of the command with the user's rights and no sandbox. */
  readonly danger: Danger;
  /** Whether the command is dangerous only because its text does not show what it does. */
  readonly unseen: boolean;
  /** Reasons for the danger, the worst first. */
  readonly reasons: readonly ShellReason[];
  readonly effects: Effects;
  /** Every simple command, also commands that another one runs. */
  readonly commands: readonly SimpleCommand[];
  /** Folders whose files the command reads without naming them, and patterns that pick such files; see `isPicked`. */
  readonly readFrom: readonly string[];
}

/**
 * Works out from its text what a shell command would do: the text is parsed as bash does, and run without doing
 * anything. A command that cannot be understood is never safe.
 */
export function understandCommand(text: string, where: CommandPlace): Understanding {
  return understand(where, shell => shell.session.engine.script(withoutMarks(text), shell));
}

export interface CodeToRun {
  readonly language: 'python' | 'bash' | 'javascript';
  readonly code: string;
  readonly args?: readonly string[];
}

const INTERPRETERS = { python: ['python3', '-'], javascript: ['node', '-'], bash: ['bash', '-s'] } as const;

/** Judges code run by itself just as in `python3 - <<EOF` and the like: neither way is the easier one. */
export const understandCode = ({ language, code, args = [] }: CodeToRun, where: CommandPlace): Understanding =>
  understand(where, shell => {
    const words = [...INTERPRETERS[language], ...args];
    const stdin = { kind: 'text', value: withoutMarks(code) } as const;
    shell.session.engine.command(
      words.map(word => wordOf(withoutMarks(word))),
      shell,
      stdin,
    );
  });

function understand(where: CommandPlace, run: (shell: Shell) => void): Understanding {
  const findings = new ShellFindings();
  const session = createSession({ where, findings, budget: createBudget(), engine: ENGINE });
  try {
    run(createShell(session));
    runLate(session);
  } catch (error) {
    // A parser or a walk that gives up refuses to judge, and never passes the text.
    findings.note('dangerous', error instanceof TooMuchError ? error.message : 'The text cannot be judged', '');
    findings.unbounded = true;
  }
  const { danger, unseen, reasons, effects, commands, readFrom } = findings;
  return { danger, unseen, reasons, effects, commands, readFrom };
}

/** Runs traps and functions that nobody has called yet; each may bring more traps and functions. */
function runLate(session: ShellSession): undefined {
  walkForgotten(session);
  for (let traps = session.traps.splice(0); traps.length > 0; traps = session.traps.splice(0)) {
    for (const { text, shell } of traps) judgeText(createRun([wordOf('trap')], shell, undefined), text);
    walkForgotten(session);
  }
}
