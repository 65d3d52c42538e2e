import { ERROR_CODES, type ErrorCode } from '../../src/tool/codes.ts';
import { ADVICE } from './error-advice.ts';
import { code, GENERATED, page, table } from './markdown.ts';

const INTRO = `An outcome that is not ok carries \`error\`: \`code\`, \`type\`, \`message\`, \`suggestion\`, \`details\` and
\`retryable\`. The message names the call and what was wrong, the suggestion says the next step, and both are written so
that a model can mend its call in one round. Branch on \`code\`; the words may change.`;

const RETRYABLE = `\`retryable\` is true where the same call may do better a little later; where the table says "either", look at the
error. The gate itself repeats a call only if its tool says that it is \`idempotent\` and how often (\`retry\`).`;

const TYPES = table(
  ['type', 'means'],
  [
    ['`validation_error`', 'the call itself is not one: a wrong name or wrong arguments; nothing was run'],
    ['`user_error`', 'the call is fine, but not here and now: a file is missing, has changed, is held by someone'],
    ['`permission_error`', 'the policy or a person said no, or a budget is used up'],
    ['`security_error`', 'the call leads to where no call may go'],
    ['`system_error`', 'something broke or took too long: the tool, the machine, a server, a model'],
  ],
);

/** Every code with what it means and what to do. */
export function errorsPage(): string {
  const codes = Object.entries(ERROR_CODES) as [ErrorCode, string][];
  const overview = table(
    ['code', 'type', '`retryable`'],
    codes.map(([name, type]) => [`[${name}](#${name.toLowerCase()})`, code(type), ADVICE[name].retryable]),
  );
  const sections = codes.map(([name]) => {
    const { means, model, person } = ADVICE[name];
    return page(`### ${name}`, means, [`- A model: ${model}`, `- A person: ${person}`].join('\n')).trimEnd();
  });
  return page(GENERATED, '# Error codes', INTRO, RETRYABLE, '## Types', TYPES, '## All codes', overview, ...sections);
}
