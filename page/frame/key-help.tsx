import { useEffect, useRef } from 'react';
import { TABS } from '../core/tabs.ts';

const KEYS: readonly (readonly [string, string])[] = [
  [`1 … ${TABS.length}`, 'go to a tab; with the focus on one, ← and → go on'],
  ['j  k', 'next and previous in a list'],
  ['Enter', 'open what has the focus'],
  ['Escape', 'close what is open'],
  ['/', 'search or filter'],
  ['a', 'approvals: allow once'],
  ['A', 'approvals: allow always, the rule is shown first'],
  ['e', 'approvals: change the arguments'],
  ['r', 'approvals: reject, with a word to the model'],
  ['R', 'approvals: reject always, the rule is shown first'],
  ['d', 'diffs: unified or side by side'],
  ['?', 'this list'],
];

export function KeyHelp({ onClose }: { readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} onClose={onClose} aria-labelledby="keys-title">
      <h2 id="keys-title">Keys</h2>
      <dl className="keys">
        {KEYS.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog">
        <button type="submit">Close</button>
      </form>
    </dialog>
  );
}
