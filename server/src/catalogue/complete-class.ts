import type { Circumstances } from '../audit/actor.ts';
import type { Tx } from '../platform/database.ts';
import type { Staff } from '../staff/actors.ts';
import { refuseAct, takeStep } from './class-step.ts';
import { lockClass } from './lock-class.ts';

/** Every confirmed person must have a result. Repeating it changes nothing. */
export const completeClass = async (
  tx: Tx,
  { id }: { id: number },
  { actor, now }: Circumstances<Staff>,
): Promise<void> => {
  const opening = await lockClass(tx, { id, actor, right: 'class.publish' });
  await refuseAct(tx, 'complete', opening, now);
  await takeStep(tx, 'complete', opening, {}, { actor, now });
};
