import { type CallTimes, NOTICED } from '../../activity/call-times.ts';
import { sayTime } from '../../text/say.ts';

/** What a call ran; what it waited, where that was long enough to be noticed. */
export const sayTimes = ({ ran, waited }: CallTimes): string =>
  waited < NOTICED ? sayTime(ran) : `${sayTime(ran)}, waited ${sayTime(waited)}`;
