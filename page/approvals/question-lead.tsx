import type { ApprovalRequest } from '../../src/approval/request.ts';
import type { Danger, Effects } from '../../src/tool/effect.ts';
import { CodeBlock } from '../diff/code-block.tsx';
import { DiffView } from '../diff/diff-view.tsx';
import { EffectList } from '../parts/effects.tsx';
import { readable } from '../parts/plain.tsx';
import { runTextOf } from './headline.ts';

export interface Matter {
  readonly args: Readonly<Record<string, unknown>>;
  readonly effects: Effects;
  readonly danger: Danger;
  readonly diff?: string | undefined;
}

interface QuestionLeadProps {
  readonly matter: Matter;
  readonly root: string;
  /** Where it would run, below the root. */
  readonly cwd?: string | undefined;
  /** What a rehearsal came to. */
  readonly rehearsed?: ApprovalRequest['rehearsed'];
}

/** What the question is about: the command or the diff, and then what it touches. */
export function QuestionLead({ matter, root, cwd, rehearsed }: QuestionLeadProps) {
  const run = runTextOf(matter);
  return (
    <>
      {cwd !== undefined && cwd !== '.' && (
        <p className="elsewhere">
          In the folder <code>{readable(cwd)}</code>, not at the top of the workspace:
        </p>
      )}
      {run && (
        <CodeBlock
          text={run.text}
          language={run.language}
          label={run.language === 'bash' ? 'The command' : 'The program'}
        />
      )}
      {rehearsed && (
        <p className="note">
          Rehearsed: it has run on a copy, without the network. Nothing is written yet; a yes writes exactly this.
        </p>
      )}
      {matter.diff ? <DiffView diff={matter.diff} /> : null}
      {rehearsed && <Rehearsal rehearsed={rehearsed} />}
      <h3>What it touches</h3>
      <EffectList effects={run ? besidesRunning(matter.effects) : matter.effects} root={root} />
    </>
  );
}

function Rehearsal({
  rehearsed: { hosts, output },
}: {
  readonly rehearsed: NonNullable<ApprovalRequest['rehearsed']>;
}) {
  return (
    <>
      {hosts.length > 0 && (
        <p className="note warn">
          It tried to reach <code>{readable(hosts.join(', '))}</code>, and reached nobody.
        </p>
      )}
      {output.trim() === '' ? (
        <p>It printed nothing.</p>
      ) : (
        <CodeBlock text={output} language={undefined} label="What it printed" />
      )}
    </>
  );
}

/** That a command runs its programs can be read in it; what they touch cannot. */
function besidesRunning(effects: Effects): Effects {
  if (effects === 'everything') return effects;
  const others = effects.filter(({ kind }) => kind !== 'execute');
  return others.length > 0 ? others : effects;
}
