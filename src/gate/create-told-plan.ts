import { ActivityEventType } from '../activity/event-types.ts';
import type { Plan } from '../workspace/port.ts';
import type { OpenParts } from './open-parts.ts';

/** The plan, with events of what people do with it. */
export function createToldPlan(plan: Plan, { activity, origin }: Pick<OpenParts, 'activity' | 'origin'>): Plan {
  const originOf = (by: string | undefined) => ({ ...origin, agent: by ?? origin.agent });
  return {
    ...plan,
    async apply(selection) {
      const applied = await plan.apply(selection);
      const who = originOf(selection?.by);
      for (const { id, changes } of applied) {
        for (const { diff: _, ...change } of changes)
          activity.emit(ActivityEventType.FILE_CHANGED, who, { changeSetID: id, ...change });
        activity.emit(ActivityEventType.PLAN_CHANGED, who, { changeSetID: id, settled: 'applied' });
      }
      return applied;
    },
    async drop(selection) {
      const dropped = await plan.drop(selection);
      for (const id of dropped)
        activity.emit(ActivityEventType.PLAN_CHANGED, originOf(selection?.by), { changeSetID: id, settled: 'dropped' });
      return dropped;
    },
  };
}
