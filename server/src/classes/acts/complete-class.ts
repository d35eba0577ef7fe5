import type { Context } from '../../audit/actor.ts';
import { lockClass } from '../../catalogue/lock-class.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Staff } from '../../staff/actors.ts';
import { refuseImpossibleAct, takeStep } from './class-step.ts';
import { isRepeated, type SeenClass } from './class-version.ts';

/** Refuses unless everybody who holds a seat has paid and has a result. A repeat changes nothing. */
export const completeClass = async (
  tx: Tx,
  seen: SeenClass,
  { actor, now }: Context<Staff>,
): Promise<void> => {
  const trainingClass = await lockClass(tx, { id: seen.id, actor, right: 'class.publish' });
  if (await isRepeated(tx, 'class.complete', seen, actor)) return;
  await refuseImpossibleAct(tx, 'complete', trainingClass, now);
  await takeStep(tx, 'complete', trainingClass, {}, { actor, now });
};
