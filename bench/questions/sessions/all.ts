import type { RecordedSession } from '../session.ts';
import { BANK_GOALS } from './bank/goals.ts';
import { RICH_BANK_TASKS } from './bank/rich-tasks.ts';
import { BANK_TASKS } from './bank/tasks.ts';
import { attackSessions, honestSessions } from './build.ts';
import { CHAT_GOALS } from './chat/goals.ts';
import { RICH_CHAT_TASKS } from './chat/rich-tasks.ts';
import { CHAT_TASKS } from './chat/tasks.ts';
import { CODE_GOALS } from './code/goals.ts';
import { RICH_CODE_TASKS } from './code/rich-tasks.ts';
import { CODE_TASKS } from './code/tasks.ts';
import { MAIL_GOALS } from './mail/goals.ts';
import { RICH_MAIL_TASKS } from './mail/rich-tasks.ts';
import { MAIL_TASKS } from './mail/tasks.ts';
import type { SuiteParts } from './task.ts';
import { TRAVEL_GOALS } from './travel/goals.ts';
import { RICH_TRAVEL_TASKS } from './travel/rich-tasks.ts';
import { TRAVEL_TASKS } from './travel/tasks.ts';

const SUITES: readonly SuiteParts[] = [
  { suite: 'mail', tasks: [...MAIL_TASKS, ...RICH_MAIL_TASKS], goals: MAIL_GOALS },
  { suite: 'chat', tasks: [...CHAT_TASKS, ...RICH_CHAT_TASKS], goals: CHAT_GOALS },
  { suite: 'bank', tasks: [...BANK_TASKS, ...RICH_BANK_TASKS], goals: BANK_GOALS },
  { suite: 'travel', tasks: [...TRAVEL_TASKS, ...RICH_TRAVEL_TASKS], goals: TRAVEL_GOALS },
  { suite: 'code', tasks: [...CODE_TASKS, ...RICH_CODE_TASKS], goals: CODE_GOALS },
];

export const HONEST: readonly RecordedSession[] = SUITES.flatMap(honestSessions);
export const ATTACKS: readonly RecordedSession[] = SUITES.flatMap(attackSessions);
