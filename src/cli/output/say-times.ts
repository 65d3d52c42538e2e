import { type CallTimes, NOTICED } from '../../activity/call-times.ts';
import { sayTime } from '../../text/say.ts';

/** The time that a call ran, and the time that it waited, if long enough to be noticed. */
export const sayTimes = ({ ran, waited }: CallTimes): string =>
  waited < NOTICED ? sayTime(ran) : `${sayTime(ran)}, waited ${sayTime(waited)}`;
