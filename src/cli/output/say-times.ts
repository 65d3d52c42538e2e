import type { CallTimes } from '../../activity/call-times.ts';
import { sayTime } from '../../text/say.ts';

/** Milliseconds: who answers at once was not waited for. */
const NOTICED = 1_000;

/** What a call ran; what it waited, where that was long enough to be noticed. */
export const sayTimes = ({ ran, waited }: CallTimes): string =>
  waited < NOTICED ? sayTime(ran) : `${sayTime(ran)}, waited ${sayTime(waited)}`;
