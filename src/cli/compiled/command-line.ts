/** What the built program begins with: its name is known, and that of the rest changes with its content. */
export const loadCommandLine = () => import('../run-command-line.ts');
