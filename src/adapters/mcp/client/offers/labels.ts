import { changesState, type Danger, sends, type Tool } from '../../../../index.ts';

/** The user's word on a server's tool, in their own config: the server's own word is not believed. */
export interface ToolLabel {
  /** Whether the tool only looks. */
  readonly readOnly?: boolean;
  readonly danger?: Danger;
  readonly untrusted?: boolean | 'text' | readonly string[];
  readonly private?: string;
  readonly targets?: readonly string[];
}

type Labelled = Pick<Tool.Definition, 'effects' | 'danger' | 'readOnly' | 'untrusted' | 'private' | 'targets'>;

/** A label as a definition takes it. The user vouches for the tool, so that its server is no host to be asked about. */
export function readLabel(server: string, label: ToolLabel | undefined): Partial<Labelled> {
  if (!label) return {};
  const { readOnly, danger, untrusted, private: held, targets } = label;
  const origin = { untrusted, private: held, targets };
  const said = Object.fromEntries(Object.entries(origin).filter(([, value]) => value !== undefined));
  // A label that only says where results come from leaves the tool as dangerous as it was.
  if (readOnly === undefined && danger === undefined && !targets) return said;
  const turn = changesState(`mcp:${server}`);
  return {
    ...said,
    ...(readOnly ? { readOnly } : {}),
    danger: danger ?? (readOnly ? 'safe' : 'moderate'),
    effects: args => [turn, ...valuesAt(args, targets ?? []).map(sends)],
  };
}

/** Texts in these arguments; `to.address` is one inside another, lists need not be written. */
function valuesAt(args: unknown, paths: readonly string[]): readonly string[] {
  const found = paths.flatMap(path => textsIn(stepInto([args], path.split('.'))));
  return [...new Set(found)];
}

function stepInto(values: readonly unknown[], path: readonly string[]): readonly unknown[] {
  const flat = values.flat(20);
  const [step, ...rest] = path.filter(one => one !== '*');
  if (step === undefined) return flat;
  const inner = flat.flatMap(value =>
    typeof value === 'object' && value !== null && Object.hasOwn(value, step)
      ? [(value as Record<string, unknown>)[step]]
      : [],
  );
  return stepInto(inner, rest);
}

const textsIn = (values: readonly unknown[]): readonly string[] =>
  values.flatMap(value => {
    if (typeof value === 'string') return [value];
    if (typeof value === 'number') return [String(value)];
    return typeof value === 'object' && value !== null ? textsIn(Object.values(value).flat(20)) : [];
  });
