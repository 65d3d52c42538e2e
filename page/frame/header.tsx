import { useEffect, useState } from 'react';
import type { Overview } from '../../src/console/api.ts';
import { live } from '../core/live.ts';
import { post } from '../core/request.ts';
import { useAction } from '../core/use-action.ts';
import { useKept } from '../core/use-kept.ts';
import type { Resource } from '../core/use-resource.ts';
import { FailureNote } from '../parts/failure.tsx';
import { Plain } from '../parts/plain.tsx';
import { Connection } from './connection.tsx';
import { applyTheme, readTheme, type Theme } from './theme.ts';

interface HeaderProps {
  readonly overview: Resource<Overview>;
  readonly onHelp: () => void;
}

export function Header({ overview, onHelp }: HeaderProps) {
  const [name, setName] = useKept('name', '');
  const { data } = overview;
  const folder = data?.workspace.split('/').at(-1) ?? '';
  return (
    <header className="top">
      <p className="brand">
        <strong>Toolgate</strong>
        {data && (
          <span className="where" title={data.workspace}>
            <Plain text={folder} /> <span className="hint">policy</span> <Plain text={data.policy} />
          </span>
        )}
      </p>
      <Connection />
      <div className="top-controls">
        {data?.demo && <DemoButton running={data.demo.running} />}
        <label className="person">
          <span>You are</span>
          <input
            value={name}
            maxLength={60}
            placeholder="console"
            onChange={event => setName(event.target.value)}
            onKeyDown={event => event.key === 'Enter' && event.currentTarget.blur()}
          />
        </label>
        <ThemeSelect />
        <button type="button" aria-label="Keys" onClick={onHelp}>
          ?
        </button>
      </div>
    </header>
  );
}

function DemoButton({ running }: { readonly running: boolean }) {
  const start = useAction<unknown>();
  // No event tells of its end.
  useEffect(() => {
    if (!running) return;
    const timer = window.setInterval(() => live.touch('overview'), 1_500);
    return () => window.clearInterval(timer);
  }, [running]);
  const begin = async () => {
    await start.run(() => post('/demo/start'));
    live.touch('overview');
  };
  return (
    <>
      <button type="button" className="primary" disabled={running || start.running} onClick={() => void begin()}>
        {running ? 'The demo agent is at work' : 'Start the demo agent'}
      </button>
      <FailureNote failure={start.failure} />
    </>
  );
}

function ThemeSelect() {
  const [theme, setTheme] = useState(readTheme);
  const change = (next: Theme) => {
    applyTheme(next);
    setTheme(next);
  };
  return (
    <select aria-label="Colours" value={theme} onChange={event => change(event.target.value as Theme)}>
      <option value="system">system</option>
      <option value="light">light</option>
      <option value="dark">dark</option>
    </select>
  );
}
