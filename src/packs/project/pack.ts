import type { Info } from '../../tool/define.ts';
import { formatCode } from './format-code.ts';
import { installPackage } from './install-package.ts';
import { runTests } from './run-tests.ts';
import { searchCode } from './search/search-code.ts';
import type { ProjectServices } from './services.ts';

export function projectPack(services: ProjectServices): readonly Info[] {
  return [searchCode(services), runTests(services), formatCode(services), installPackage(services)];
}
