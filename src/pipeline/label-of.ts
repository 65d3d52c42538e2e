import { shortenText } from '../tool/text/mask.ts';
import type { CallRequest } from './call.ts';

/** The caller's own id of a call, as it is written down. */
export const labelOf = ({ id }: Pick<CallRequest, 'id'>): string | undefined =>
  id === undefined ? undefined : shortenText(String(id), 200);
