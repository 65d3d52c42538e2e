import { memo, useEffect, useState } from 'react';
import { live } from '../core/live.ts';
import { readable, whoName } from '../core/readable.ts';
import { currentRoute, goTo, linkTo } from '../core/route.ts';
import { counted } from '../parts/time.tsx';
import { briefTime } from './clock.tsx';
import { type Filters, OUTCOMES } from './filters.ts';
import type { SeenNames } from './seen-names.ts';
import { nameOf } from './session-book.ts';

interface FilterBarProps {
  readonly names: SeenNames;
  readonly filters: Filters;
  readonly shown: number;
  /** On the whole ledger. */
  readonly total: number | undefined;
  /** Another number where what runs are called may be known now. */
  readonly runs: number;
}

const WORDS: Readonly<Record<string, string>> = { exit: 'exit code', running: 'running or waiting' };

/** The choice is in the address, so that a filtered list can be linked to. */
export const FilterBar = memo(function FilterBar({ names, filters, shown, total }: FilterBarProps) {
  const choices = [
    {
      name: 'session',
      label: 'run',
      all: 'All runs',
      values: withChosen(names.session.toReversed(), filters.session),
      say: sayRun,
    },
    { name: 'tool', label: 'tool', all: 'All tools', values: withChosen(names.tool, filters.tool), say: readable },
    { name: 'agent', label: 'agent', all: 'All agents', values: withChosen(names.agent, filters.agent), say: whoName },
    {
      name: 'outcome',
      label: 'outcome',
      all: 'All outcomes',
      values: OUTCOMES,
      say: (word: string) => WORDS[word] ?? word,
    },
  ] as const;
  return (
    <search className="bar" aria-label="Filter calls">
      <TextFilter text={filters.text ?? ''} />
      {choices.map(({ name, label, all, values: offered, say }) => (
        <select
          key={name}
          id={`filter-${name}`}
          aria-label={`Filter by ${label}`}
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
      <span className="hint total">{sayTotal(shown, total)}</span>
    </search>
  );
});

function choose(name: keyof Filters, value: string): void {
  const { search, id } = currentRoute();
  const next = new URLSearchParams(search);
  if (value === '') next.delete(name);
  else next.set(name, value);
  goTo(linkTo('live', id, next));
}

/** Milliseconds after the last key. */
const REST = 250;

function TextFilter({ text }: { readonly text: string }) {
  const [typed, setTyped] = useState(text);
  useEffect(() => setTyped(text), [text]);
  useEffect(() => {
    if (typed.trim() === text) return;
    const timer = window.setTimeout(() => choose('text', typed.trim()), REST);
    return () => window.clearTimeout(timer);
  }, [typed, text]);
  return (
    <input
      id="filter-text"
      type="search"
      aria-label="Search names, arguments and outputs"
      placeholder="Search names, arguments, outputs"
      value={typed}
      onChange={event => setTyped(event.target.value)}
    />
  );
}

/** Both numbers, where not all of them are here. */
export function sayTotal(shown: number, total: number | undefined): string {
  if (total === undefined || total <= shown) return counted(shown, 'call');
  return `${shown.toLocaleString()} of ${counted(total, 'call')}`;
}

function sayRun(id: string): string {
  const session = live.sessions.get(id);
  return session ? `${readable(nameOf(session).slice(0, 60))} · ${briefTime(session.startedAt)}` : readable(id);
}

const withChosen = (names: readonly string[], chosen: string | undefined): readonly string[] =>
  chosen === undefined || names.includes(chosen) ? names : [...names, chosen];
