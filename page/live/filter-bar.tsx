import { memo } from 'react';
import { goTo, linkTo, useRoute } from '../core/route.ts';
import { readable } from '../parts/plain.tsx';
import { counted, shortId } from '../parts/time.tsx';
import { type Filters, OUTCOMES } from './filters.ts';
import type { SeenNames } from './seen-names.ts';

interface FilterBarProps {
  readonly names: SeenNames;
  readonly filters: Filters;
  readonly shown: number;
}

/** The choice is in the address, so that a filtered list can be linked to. */
export const FilterBar = memo(function FilterBar({ names, filters, shown }: FilterBarProps) {
  const { search, id } = useRoute();
  const choose = (name: keyof Filters, value: string) => {
    const next = new URLSearchParams(search);
    if (value === '') next.delete(name);
    else next.set(name, value);
    goTo(linkTo('live', id, next));
  };
  const choices = [
    { name: 'tool', all: 'all tools', values: withChosen(names.tool, filters.tool), say: readable },
    { name: 'agent', all: 'all agents', values: withChosen(names.agent, filters.agent), say: readable },
    { name: 'session', all: 'all sessions', values: withChosen(names.session, filters.session), say: shortId },
    { name: 'outcome', all: 'all outcomes', values: OUTCOMES, say: readable },
  ] as const;
  return (
    <search className="bar" aria-label="Filter calls">
      {choices.map(({ name, all, values: offered, say }) => (
        <select
          key={name}
          id={`filter-${name}`}
          aria-label={`Filter by ${name}`}
          value={filters[name] ?? ''}
          onChange={event => choose(name, event.target.value)}
        >
          <option value="">{all}</option>
          {offered.map(value => (
            <option key={value} value={value}>
              {say(value)}
            </option>
          ))}
        </select>
      ))}
      <span className="hint">{counted(shown, 'call')}</span>
    </search>
  );
});

const withChosen = (names: readonly string[], chosen: string | undefined): readonly string[] =>
  chosen === undefined || names.includes(chosen) ? names : [...names, chosen];
