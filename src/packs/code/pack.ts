import type { Info } from '../../tool/define.ts';
import { runCode } from './run-code.ts';
import type { CodeServices } from './services.ts';

export function codePack(services: CodeServices): readonly Info[] {
  return [runCode(services)];
}
