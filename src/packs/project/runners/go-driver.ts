import { readProgram } from '../../../tool/loading/read-program.ts';
/**
 * Runs go test inside the sandbox, its JSON going to the report. A panic ends the whole binary of a package, so its tests
 * that did not run yet are run again, until all have. $1 the report, $2 a pattern for names or nothing, then packages.
 * Progress goes to standard error.
 */
export const GO_DRIVER = readProgram(new URL('./programs/go-driver.sh', import.meta.url));
