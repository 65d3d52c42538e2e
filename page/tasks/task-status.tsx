import type { TaskStatus } from '../../src/store/port.ts';
import { Badge, type Tone } from '../parts/badge.tsx';

const TONES: Readonly<Record<TaskStatus, Tone>> = {
  pending: 'quiet',
  ready: 'info',
  in_progress: 'warn',
  submitted: 'info',
  done: 'good',
  deferred: 'quiet',
  failed: 'bad',
};

export const statusWord = (status: TaskStatus): string => status.replace('_', ' ');

export const StatusBadge = ({ status }: { readonly status: TaskStatus }) => (
  <Badge tone={TONES[status]}>{statusWord(status)}</Badge>
);
