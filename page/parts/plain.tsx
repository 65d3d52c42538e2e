import { readable } from '../core/readable.ts';
import { OutputView } from '../output/output-view.tsx';
import { useTextLines } from '../output/use-text-lines.ts';

export { readable };

export function Plain({ text }: { readonly text: string }) {
  return <>{readable(text)}</>;
}

interface OutputProps {
  readonly text: string;
  readonly label: string;
  /** It grows at its end. */
  readonly follow?: boolean;
}

/** What a program printed. */
export function Output({ text, label, follow = false }: OutputProps) {
  const lines = useTextLines(text);
  return <OutputView lines={lines} version={lines.version()} label={label} follow={follow} />;
}

export function Json({ value, label }: { readonly value: unknown; readonly label: string }) {
  return <Output label={label} text={asJson(value)} />;
}

export const asJson = (value: unknown): string => JSON.stringify(value, null, 2) ?? '';
