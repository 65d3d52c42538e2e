import { Play } from 'lucide-react';
import { Plain } from '../parts/plain.tsx';

interface GuideStartProps {
  readonly prompt: string;
  readonly busy: boolean;
  readonly onStart: () => void;
}

/** Before the first start: what will be seen, and one button. */
export function GuideStart({ prompt, busy, onStart }: GuideStartProps) {
  return (
    <>
      <p>
        Watch an agent at work in a small shop, behind the gate. It reads, it tries what it may not, it edits, it runs a
        command, and it asks you before it deletes something.
      </p>
      <p className="guide-prompt">
        <span className="hint">It will be asked</span>
        <Plain text={prompt} />
      </p>
      <p>
        <button type="button" className="primary large" disabled={busy} onClick={onStart}>
          <Play className="icon" aria-hidden="true" /> Start the demo
        </button>
      </p>
      <p className="hint">
        Two minutes, no key needed. What the agent says was written beforehand; its calls, the gate and the files are
        real, in a temporary folder.
      </p>
    </>
  );
}
