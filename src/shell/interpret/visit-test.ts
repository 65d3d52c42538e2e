import type * as Syntax from 'unbash';
import { expandText } from '../expand/expand.ts';
import { deeper, spend } from '../state/bounds.ts';
import type { Shell } from '../state/shell.ts';
import { runCalculation } from './run-inside.ts';

/** Runs the substitutions inside `[[ … ]]`; numbers there are calculations. */
export function visitTest(expression: Syntax.TestExpression, shell: Shell): undefined {
  spend(shell.session.budget, 1);
  deeper(shell.session.budget, () => {
    if (expression.type === 'TestUnary') {
      const value = expandText(expression.operand, shell);
      if (expression.operator === '-v') runCalculation(value, shell);
    } else if (expression.type === 'TestBinary') {
      const values = [expandText(expression.left, shell), expandText(expression.right, shell)];
      if (/^-(?:eq|ne|lt|le|gt|ge)$/.test(expression.operator))
        for (const value of values) runCalculation(value, shell);
    } else if (expression.type === 'TestLogical') for (const one of expression.operands) visitTest(one, shell);
    else visitTest(expression.type === 'TestNot' ? expression.operand : expression.expression, shell);
  });
}
