import { VisibleText } from '../diff/visible-text.tsx';
import { asJson, Plain } from './plain.tsx';

/** Arguments name by name; long texts with their lines, the rest as JSON. */
export function Arguments({ value }: { readonly value: unknown }) {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return (
      <pre className="value">
        <VisibleText text={asJson(value)} />
      </pre>
    );
  const entries = Object.entries(value);
  if (entries.length === 0) return <p className="hint">No arguments.</p>;
  return (
    <dl className="arguments">
      {entries.map(([name, each]) => (
        <div key={name}>
          <dt>
            <Plain text={name} />
          </dt>
          <dd>
            <pre>
              <VisibleText text={typeof each === 'string' ? each : asJson(each)} />
            </pre>
          </dd>
        </div>
      ))}
    </dl>
  );
}
