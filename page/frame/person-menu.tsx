import { CircleUserRound, Keyboard } from 'lucide-react';
import { useState } from 'react';
import { useKept } from '../core/use-kept.ts';
import { Menu } from '../parts/menu.tsx';
import { Plain } from '../parts/plain.tsx';
import { applyTheme, readTheme, THEMES, type Theme } from './theme.ts';

interface PersonMenuProps {
  readonly version: string | undefined;
  readonly onHelp: () => void;
}

/** Who one is, what the page looks like, and which keys there are. */
export function PersonMenu({ version, onHelp }: PersonMenuProps) {
  const [name, setName] = useKept('name', '');
  const button = (
    <>
      <CircleUserRound className="icon" aria-hidden="true" />
      <span className="person-name">
        <Plain text={name.trim() || 'You'} />
      </span>
    </>
  );
  return (
    <Menu label="Settings of this page" button={button}>
      {close => (
        <>
          <div className="field">
            <label htmlFor="person">Your name</label>
            <input
              id="person"
              value={name}
              maxLength={60}
              placeholder="console"
              onChange={event => setName(event.target.value)}
              onKeyDown={event => event.key === 'Enter' && close()}
            />
            <p className="hint">Your answers are recorded under it.</p>
          </div>
          <ThemeChoice />
          <button
            type="button"
            className="bare menu-item"
            onClick={() => {
              close();
              onHelp();
            }}
          >
            <Keyboard className="icon" aria-hidden="true" /> Keyboard shortcuts <kbd>?</kbd>
          </button>
          {version !== undefined && <p className="menu-foot hint">Toolgate {version}</p>}
        </>
      )}
    </Menu>
  );
}

const WORDS: Readonly<Record<Theme, string>> = { system: 'System', light: 'Light', dark: 'Dark' };

function ThemeChoice() {
  const [theme, setTheme] = useState(readTheme);
  const change = (next: Theme) => {
    applyTheme(next);
    setTheme(next);
  };
  return (
    <fieldset className="switch">
      <legend className="unseen">Colours</legend>
      {THEMES.map(each => (
        <label key={each}>
          <input type="radio" className="unseen" name="theme" checked={theme === each} onChange={() => change(each)} />
          {WORDS[each]}
        </label>
      ))}
    </fieldset>
  );
}
