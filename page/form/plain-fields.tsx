import { useState } from 'react';
import { type FieldProps, useProblem } from './field-props.ts';

const LONG = 60;

/** An optional text that is empty is left out. */
export function TextField({ id, schema, value, label, required, onChange }: FieldProps) {
  const text = typeof value === 'string' ? value : '';
  const change = (next: string) => onChange(next === '' && !required ? undefined : next);
  const [long] = useState(() => isLong(schema, text, label ?? ''));
  const common = { id, value: text, spellCheck: false, placeholder: placeholderOf(schema.default) };
  if (long) {
    const rows = Math.min(14, Math.max(3, text.split('\n').length + 1));
    return <textarea {...common} rows={rows} onChange={event => change(event.target.value)} />;
  }
  return <input type="text" {...common} onChange={event => change(event.target.value)} />;
}

/** By what is in it, or by a name that promises lines. */
const isLong = (schema: { readonly maxLength?: unknown }, text: string, name: string): boolean =>
  text.includes('\n') ||
  text.length > LONG ||
  (typeof schema.maxLength === 'number' && schema.maxLength > 1_000) ||
  /content|text|code|command|prompt|description|message|patch|diff|body|script/i.test(name);

export function NumberField({
  id,
  schema,
  value,
  label,
  required,
  whole,
  onChange,
  onProblem,
}: FieldProps & { whole: boolean }) {
  const [text, setText] = useState(value === undefined ? '' : String(value));
  const setProblem = useProblem(id, onProblem);
  const change = (next: string) => {
    setText(next);
    const number = Number(next);
    const left = next.trim() === '';
    const good = left ? !required : Number.isFinite(number) && (!whole || Number.isInteger(number));
    setProblem(good ? undefined : `${label ?? 'This'} must be a ${whole ? 'whole ' : ''}number`);
    if (good) onChange(left ? undefined : number);
  };
  const hint = placeholderOf(schema.default);
  return (
    <input
      id={id}
      type="text"
      inputMode="decimal"
      value={text}
      placeholder={hint}
      onChange={event => change(event.target.value)}
    />
  );
}

export function BooleanField({ id, schema, value, required, onChange }: FieldProps) {
  return <ChoiceSelect {...{ id, value, required, onChange }} values={[true, false]} fallback={schema.default} />;
}

export function ChoiceField({
  id,
  schema,
  value,
  required,
  onChange,
  values,
}: FieldProps & { values: readonly unknown[] }) {
  return <ChoiceSelect {...{ id, value, required, onChange, values }} fallback={schema.default} />;
}

interface ChoiceProps {
  readonly id: string;
  readonly value: unknown;
  readonly values: readonly unknown[];
  readonly fallback: unknown;
  readonly required: boolean | undefined;
  readonly onChange: (value: unknown) => void;
}

function ChoiceSelect({ id, value, values, fallback, required, onChange }: ChoiceProps) {
  const index = values.indexOf(value);
  return (
    <select id={id} value={index} onChange={event => onChange(values[Number(event.target.value)])}>
      {(!required || index < 0) && (
        <option value={-1}>
          {fallback === undefined ? (required ? 'choose' : 'not set') : `not set (${words(fallback)})`}
        </option>
      )}
      {values.map((each, at) => (
        <option key={words(each)} value={at}>
          {words(each)}
        </option>
      ))}
    </select>
  );
}

const words = (value: unknown): string =>
  value === true ? 'yes' : value === false ? 'no' : typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

const placeholderOf = (value: unknown): string => (value === undefined ? '' : words(value).slice(0, 40));
