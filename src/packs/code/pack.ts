import type { Info } from '../../tool/define.ts';
import type { ShellServices } from '../shell/services.ts';
import { runCode } from './run-code.ts';

export function codePack(services: ShellServices): readonly Info[] {
  return [runCode(services)];
}
