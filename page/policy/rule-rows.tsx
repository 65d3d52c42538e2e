import type { ReactNode } from 'react';
import type { Rule } from '../../src/policy/types.ts';
import { VerdictBadge } from '../parts/badge.tsx';
import { Plain, readable } from '../parts/plain.tsx';

interface RuleRowsProps {
  readonly rules: readonly Rule[];
  readonly label: string;
  readonly action?: (index: number) => ReactNode;
}

export function RuleRows({ rules, label, action }: RuleRowsProps) {
  return (
    <ul className="rules" aria-label={label}>
      {rules.map((rule, index) => (
        <li key={index}>
          <VerdictBadge verdict={rule.verdict} />
          <span className="rule-text">
            {rule.tool !== undefined && <code>{readable(rule.tool)}</code>}{' '}
            {rule.effect ?? (rule.tool === undefined ? 'anything' : '')}{' '}
            {rule.match !== undefined && (
              <code>
                <Plain text={rule.match} />
              </code>
            )}
            {rule.reason !== undefined && (
              <span className="hint">
                {' '}
                <Plain text={rule.reason} />
              </span>
            )}
          </span>
          {action?.(index)}
        </li>
      ))}
    </ul>
  );
}
