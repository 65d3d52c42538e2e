import { readProgram } from '../../../tool/loading/read-program.ts';

/** A plugin of pytest that writes each event as it comes, and leaves out the tests that crashed before. */
const PLUGIN = readProgram(new URL('./programs/pytest-plugin.py', import.meta.url));

/**
 * Runs pytest inside the sandbox. Where a test took the process along, or a file when it was loaded, it is run once more
 * without what has run already. Its one argument is a spec as JSON.
 */
export const PYTEST_DRIVER = readProgram(new URL('./programs/pytest-driver.py', import.meta.url), {
  PLUGIN: JSON.stringify(PLUGIN),
});
