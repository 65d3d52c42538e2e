import { useId } from 'react';
import type { JsonSchema } from '../../src/schema/schema.ts';
import { AnyField } from './any-field.tsx';
import { blank } from './field-kind.ts';
import type { FieldProps } from './field-props.ts';

export function ListField({
  id,
  root,
  value,
  label,
  items,
  required,
  depth,
  onChange,
  onProblem,
}: FieldProps & { items: JsonSchema }) {
  const own = useId();
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  const change = (next: readonly unknown[]) => onChange(next.length === 0 && !required ? undefined : next);
  const name = label ?? 'items';
  return (
    <fieldset className="list-field" id={id}>
      <legend className="unseen">{name}</legend>
      {list.map((item, index) => (
        <div className="list-item" key={`${list.length} ${index}`}>
          <label className="unseen" htmlFor={`${own}${index}`}>
            {name} {index + 1}
          </label>
          <AnyField
            id={`${own}${index}`}
            schema={items}
            root={root}
            label={`${name} ${index + 1}`}
            value={item}
            required
            depth={(depth ?? 0) + 1}
            onChange={next => change(list.with(index, next))}
            onProblem={onProblem}
          />
          <button
            type="button"
            className="small"
            aria-label={`Remove ${name} ${index + 1}`}
            onClick={() => change(list.toSpliced(index, 1))}
          >
            ×
          </button>
        </div>
      ))}
      <button
        type="button"
        className="small"
        aria-label={`Add to ${name}`}
        onClick={() => change([...list, blank(items, root)])}
      >
        + add
      </button>
    </fieldset>
  );
}
