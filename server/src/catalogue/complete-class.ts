import type { Circumstances } from '../audit/actor.ts';
import type { Tx } from '../platform/database.ts';
import type { Staff } from '../staff/actors.ts';
import { refuseImpossibleAct, takeStep } from './class-step.ts';
import { lockClass } from './lock-class.ts';

/** Refuses unless everybody who holds a seat has paid and has a result. A repeat changes nothing. */
export const completeClass = async (
  tx: Tx,
  { id }: { id: number },
  { actor, now }: Circumstances<Staff>,
): Promise<void> => {
  const opening = await lockClass(tx, { id, actor, right: 'class.publish' });
  await refuseImpossibleAct(tx, 'complete', opening, now);
  await takeStep(tx, 'complete', opening, {}, { actor, now });
};
