import { useId, useState } from 'react';
import { Plain, readable } from '../parts/plain.tsx';
import { AnyField } from './any-field.tsx';
import { blank, type Property } from './field-kind.ts';
import type { FieldProps } from './field-props.ts';

/** Name by name. Names that the schema does not know stay in the value, and are seen as JSON. */
export function ObjectField({
  id,
  schema,
  root,
  value,
  label,
  properties,
  required,
  depth,
  unsaid,
  onChange,
  onProblem,
}: FieldProps & { properties: readonly Property[] }) {
  const own = useId();
  const given = (value ?? {}) as Readonly<Record<string, unknown>>;
  const unknown = Object.keys(given).filter(name => !properties.some(property => property.name === name));
  // What is written in does not move a field.
  const [folded] = useState(() => namesToFold(properties, given, unsaid));
  const change = (name: string, next: unknown) => {
    const { [name]: _, ...rest } = given;
    const all = next === undefined ? rest : { ...given, [name]: next };
    onChange(all);
  };
  if (value === undefined && !required) {
    return (
      <button type="button" className="small" id={id} onClick={() => onChange(blank(schema, root) ?? {})}>
        + add {label}
      </button>
    );
  }
  const fieldFor = (property: Property) => (
    <div className="field" key={property.name}>
      <label htmlFor={`${own}${property.name}`}>
        <Plain text={property.name} />
        {property.required ? <span className="required"> required</span> : null}
      </label>
      {typeof property.schema.description === 'string' && (
        <p className="hint">
          <Plain text={property.schema.description} />
        </p>
      )}
      <AnyField
        id={`${own}${property.name}`}
        schema={property.schema}
        root={root}
        label={property.name}
        value={Object.hasOwn(given, property.name) ? given[property.name] : undefined}
        required={property.required}
        depth={(depth ?? 0) + 1}
        onChange={next => change(property.name, next)}
        onProblem={onProblem}
      />
    </div>
  );
  const behind = properties.filter(({ name }) => folded.has(name));
  const fields = (
    <>
      {properties.length === 0 && <p className="hint">It takes no arguments.</p>}
      {properties.filter(({ name }) => !folded.has(name)).map(fieldFor)}
      {behind.length > 0 && (
        <details className="more-fields">
          <summary>More: {readable(behind.map(({ name }) => name).join(', '))}</summary>
          {behind.map(fieldFor)}
        </details>
      )}
      {unknown.length > 0 && <p className="hint">Also there, seen as JSON: {readable(unknown.join(', '))}</p>}
    </>
  );
  if (label === undefined) return <div className="fields">{fields}</div>;
  return (
    <fieldset className="fields nested">
      <legend className="unseen">{label}</legend>
      {fields}
      {!required && (
        <button type="button" className="small" onClick={() => onChange(undefined)}>
          Leave out {label}
        </button>
      )}
    </fieldset>
  );
}

function namesToFold(
  properties: readonly Property[],
  given: Readonly<Record<string, unknown>>,
  unsaid: readonly string[] | undefined,
): ReadonlySet<string> {
  if (unsaid === undefined) return new Set();
  const isSaid = (name: string) => Object.hasOwn(given, name) && !unsaid.includes(name);
  return new Set(properties.filter(({ name, required }) => !required && !isSaid(name)).map(({ name }) => name));
}
