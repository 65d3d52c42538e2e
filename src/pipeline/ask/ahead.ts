import type { Settlement } from '../../approval/request.ts';

/** A question that was put while its call waited for its turn. */
export interface EarlyQuestion {
  /** The answer, if it is the same question still; otherwise it is withdrawn, and asked anew. */
  take(grantKey: string, reason: string): Promise<Settlement | undefined>;
}
