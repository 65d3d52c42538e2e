/** The file that the built program begins with: its name is known; names of other files change with their content. */
export const loadCommandLine = () => import('../run-command-line.ts');
