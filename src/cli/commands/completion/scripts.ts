import { readProgram } from '../../../tool/loading/read-program.ts';

/** What each shell reads. Words are handed over unread: nothing that is typed runs because someone pressed Tab. */
export const COMPLETION_SCRIPTS = {
  bash: readProgram(new URL('./toolgate.bash', import.meta.url)),
  zsh: readProgram(new URL('./toolgate.zsh', import.meta.url)),
  fish: readProgram(new URL('./toolgate.fish', import.meta.url)),
  powershell: readProgram(new URL('./toolgate.ps1', import.meta.url)),
};

export const COMPLETED_SHELLS = Object.keys(COMPLETION_SCRIPTS) as (keyof typeof COMPLETION_SCRIPTS)[];
