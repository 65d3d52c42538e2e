import type { Danger, Effects } from '../tool/effect.ts';
import { createBudget, TooMuch } from './bounds.ts';
import { Findings, type ShellReason, type SimpleCommand } from './findings.ts';
import { createEngine, walkForgotten } from './interpret.ts';
import type { Where } from './place.ts';
import { judgeText } from './programs/builtins.ts';
import { createRun } from './run.ts';
import { createShell, type Session } from './shell.ts';
import { withoutMarks, wordOf } from './value.ts';

export interface Understanding {
  /** What it could do with the user's rights and no sandbox. */
  readonly danger: Danger;
  /** The worst first. */
  readonly reasons: readonly ShellReason[];
  readonly effects: Effects;
  /** Every simple command, also those that others run. */
  readonly commands: readonly SimpleCommand[];
}

/**
 * Works out from its text what a shell command would do: the text is parsed as bash does, and run without doing
 * anything. What cannot be understood is never safe.
 */
export function understandCommand(text: string, where: Where): Understanding {
  const findings = new Findings();
  const session: Session = {
    where,
    findings,
    budget: createBudget(),
    engine: createEngine(),
    made: new Map(),
    fetched: new Set(),
    traps: [],
    judged: new Map(),
    links: new Map(),
    references: new Map(),
    aliases: new Map(),
    calls: [],
    defined: new Map(),
    called: new Set(),
  };
  try {
    const shell = createShell(session);
    session.engine.script(withoutMarks(text), shell);
    runLate(session);
  } catch (error) {
    // A parser or a walk that gives up is a refusal to judge, and never a pass.
    findings.note('dangerous', error instanceof TooMuch ? error.message : 'The text cannot be judged', '');
    findings.unbounded = true;
  }
  const { danger, reasons, effects, commands } = findings;
  return { danger, reasons, effects, commands };
}

/** What runs when the shell ends, and what nobody has called yet; each may bring more of both. */
function runLate(session: Session): undefined {
  walkForgotten(session);
  for (let traps = session.traps.splice(0); traps.length > 0; traps = session.traps.splice(0)) {
    for (const { text, shell } of traps) judgeText(createRun([wordOf('trap')], shell, undefined), text);
    walkForgotten(session);
  }
}
