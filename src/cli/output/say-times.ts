import { type CallTimes, NOTICED } from '../../activity/call-times.ts';
import { sayTime } from '../../text/say.ts';

export const sayTimes = ({ ran, waited }: CallTimes): string =>
  waited < NOTICED ? sayTime(ran) : `${sayTime(ran)}, waited ${sayTime(waited)}`;
