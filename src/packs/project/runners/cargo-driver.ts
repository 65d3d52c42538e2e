import { readProgram } from '../../../tool/loading/read-program.ts';
/**
 * Builds the tests with cargo and runs each of their programs itself, inside the sandbox. Where one dies, the tests that
 * came to no end are run one by one, so that it is known which of them did it. $1 the report, $2 a mark that no test
 * knows, $3 what names must hold or nothing, $4 `--offline` or nothing; then names of test files, if only those are meant.
 */
export const CARGO_DRIVER = readProgram(new URL('./programs/cargo-driver.sh', import.meta.url));
