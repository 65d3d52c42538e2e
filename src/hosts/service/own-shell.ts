import type { Toolgate } from '../../gate/toolgate.ts';
import { assess } from '../../packs/shell/assess.ts';
import { namesGuarded } from '../../policy/guards/unread.ts';
import type { Understanding } from '../../shell/understand-command.ts';
import { type Assessment, type Effects, isUnbounded } from '../../tool/effect.ts';

/** A command that the host runs in its own shell, as its text shows it. Only this judgement holds such a command. */
export interface OwnCommand {
  readonly effects: Effects;
  readonly assessment: Assessment;
  /** A sentence for a question, where the text does not show all that the command does. */
  readonly asks: string | false;
  /** The paths that it writes; undefined where the text does not tell. */
  readonly writes: readonly string[] | undefined;
}

const HIDDEN =
  'its text does not show all that it does, and this host runs it outside of the sandbox, with your rights';

/** Judges a command as one with the user's rights, their home and their variables. */
export async function judgeOwnShell(
  { workspace, policy }: Pick<Toolgate, 'workspace' | 'policy'>,
  command: string,
  cwd: string,
): Promise<OwnCommand> {
  const { understandCommand } = await import('../../shell/understand-command.ts');
  const { root } = workspace;
  const isPrivate = namesGuarded(policy(), root);
  const understood = understandCommand(command, { root, cwd, ownVariables: false, isPrivate });
  const assessment = assess(understood);
  return {
    effects: understood.effects,
    assessment,
    asks: assessment.opaque === false ? false : HIDDEN,
    writes: writtenBy(understood),
  };
}

function writtenBy({ effects }: Understanding): readonly string[] | undefined {
  if (effects === 'everything' || isUnbounded(effects)) return undefined;
  const changes = effects.filter(({ kind }) => kind === 'write' || kind === 'delete');
  return changes.some(({ tree }) => tree === true) ? undefined : changes.map(({ resource }) => resource);
}
