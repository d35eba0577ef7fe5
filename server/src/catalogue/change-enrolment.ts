import type { Circumstances } from '../audit/actor.ts';
import type { Tx } from '../platform/database.ts';
import type { Staff } from '../staff/actors.ts';
import { refuseImpossibleAct, takeStep } from './class-step.ts';
import { lockClass } from './lock-class.ts';

/** Stops or resumes the enrolment, or withdraws a class in which nobody holds a seat. A repeat changes nothing. */
export const changeEnrolment = async (
  tx: Tx,
  { id, act }: { id: number; act: 'withdraw' | 'stop' | 'resume' },
  { actor, now }: Circumstances<Staff>,
): Promise<void> => {
  const opening = await lockClass(tx, { id, actor, right: 'class.publish' });
  await refuseImpossibleAct(tx, act, opening, now);
  const set = act === 'withdraw' ? { publishedAt: null } : {};
  await takeStep(tx, act, opening, { set }, { actor, now });
};
