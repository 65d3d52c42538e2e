import { readProgram } from '../../../tool/loading/read-program.ts';
/**
 * Runs the tests of maven inside the sandbox and gathers the reports of surefire. A test that ends its machine takes the
 * rest of its class along, so such classes are run again, method by method. $1 the report, $2 a mark that no test knows,
 * $3 `-o` or nothing, $4 what to run or nothing.
 */
export const MAVEN_DRIVER = readProgram(new URL('./programs/maven-driver.sh', import.meta.url));
