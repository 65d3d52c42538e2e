import type { Settlement } from '../../approval/request.ts';

/** A question that was put while its call waited for its turn. */
export interface EarlyQuestion {
  /** The answer, if the question is still the same; otherwise the question is withdrawn and asked anew. */
  take(grantKey: string, reason: string): Promise<Settlement | undefined>;
}
