import type { CallRow } from '../../store/port.ts';

/** The row of a call: the same one each time that it is written, with what has become of the call meanwhile. */
export type LedgerRow = { -readonly [Field in keyof CallRow]: CallRow[Field] };
