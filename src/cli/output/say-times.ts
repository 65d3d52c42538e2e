import type { CallTimes } from '../../activity/call-times.ts';
import { sayTime } from '../../text/say.ts';

/** What a call ran; what it waited, where that was long enough to be noticed. */
export const sayTimes = ({ ran, asked, queued }: CallTimes, whose = 'your'): string =>
  [
    sayTime(ran),
    ...(asked >= 1_000 ? [`${sayTime(asked)} for ${whose} answer`] : []),
    ...(queued > 0 ? [`${sayTime(queued)} for its turn`] : []),
  ].join(', ');
