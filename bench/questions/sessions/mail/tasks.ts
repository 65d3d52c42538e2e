import { LOOKING_MAIL_TASKS } from './looking-tasks.ts';
import { OWN_MAIL_TASKS } from './own-tasks.ts';
import { SENDING_MAIL_TASKS } from './sending-tasks.ts';

export const MAIL_TASKS = [...LOOKING_MAIL_TASKS, ...OWN_MAIL_TASKS, ...SENDING_MAIL_TASKS];
