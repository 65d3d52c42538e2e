import { type Field, fieldOf } from './field-kind.ts';
import type { FieldProps } from './field-props.ts';
import { JsonField } from './json-field.tsx';
import { ListField } from './list-field.tsx';
import { ObjectField } from './object-field.tsx';
import { BooleanField, ChoiceField, NumberField, TextField } from './plain-fields.tsx';

const DEEPEST = 8;

/** The field for a part of a schema; a value that does not fit the part is shown as JSON. */
export function AnyField(props: FieldProps) {
  const { schema, root, value, id, label = 'Value', onChange, onProblem } = props;
  const field: Field = (props.depth ?? 0) > DEEPEST ? { kind: 'json', schema } : fieldOf(schema, root);
  const given = { ...props, schema: field.schema };
  if (field.kind === 'text' && fits(value, 'string')) return <TextField {...given} />;
  if (field.kind === 'number' && fits(value, 'number')) return <NumberField {...given} whole={field.whole} />;
  if (field.kind === 'boolean' && fits(value, 'boolean')) return <BooleanField {...given} />;
  if (field.kind === 'choice') return <ChoiceField {...given} values={field.values} />;
  if (field.kind === 'list' && (value === undefined || Array.isArray(value))) {
    return <ListField {...given} items={field.items} />;
  }
  const plain = value === undefined || (typeof value === 'object' && value !== null && !Array.isArray(value));
  if (field.kind === 'object' && plain) return <ObjectField {...given} properties={field.properties} />;
  return (
    <JsonField
      id={id}
      label={label}
      value={value}
      onChange={onChange}
      onProblem={onProblem}
      optional={!props.required}
    />
  );
}

const fits = (value: unknown, type: string): boolean => value === undefined || typeof value === type;
