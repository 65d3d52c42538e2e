import { useEffect, useRef } from 'react';
import type { JsonSchema } from '../../src/schema/schema.ts';

/** What is written in a field is no value yet; undefined when it is one again. */
export type OnProblem = (field: string, problem: string | undefined) => void;

export interface FieldProps {
  readonly id: string;
  readonly schema: JsonSchema;
  /** The whole schema, where references point to. */
  readonly root: JsonSchema;
  /** Undefined is left out. */
  readonly value: unknown;
  readonly label?: string;
  readonly required?: boolean;
  /** How far down in the schema: one that contains itself has no end. */
  readonly depth?: number;
  /** Optional names that hold nothing worth reading: they, and those without a value, stand behind a fold. */
  readonly unsaid?: readonly string[] | undefined;
  readonly onChange: (value: unknown) => void;
  readonly onProblem: OnProblem;
}

/** A field that is gone has no problem any more. */
export function useProblem(id: string, onProblem: OnProblem): (problem: string | undefined) => void {
  const latest = useRef(onProblem);
  latest.current = onProblem;
  useEffect(() => () => latest.current(id, undefined), [id]);
  return problem => latest.current(id, problem);
}
