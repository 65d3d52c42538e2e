import type { DemoStory } from '../../src/console/api.ts';
import { Plain } from '../parts/plain.tsx';

/** What was seen, and how to go on. */
export function GuideEnd({ seen, next }: Pick<DemoStory, 'seen' | 'next'>) {
  return (
    <section className="guide-end" aria-labelledby="guide-seen">
      <h3 id="guide-seen">What you saw</h3>
      <ul>
        {seen.map(line => (
          <li key={line}>
            <Plain text={line} />
          </li>
        ))}
      </ul>
      <h3>What to do next</h3>
      <dl className="guide-next">
        {next.map(({ does, command }) => (
          <div key={command}>
            <dt>{does}</dt>
            <dd>
              <code>{command}</code>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
