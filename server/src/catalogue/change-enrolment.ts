import type { Circumstances } from '../audit/actor.ts';
import type { Tx } from '../platform/database.ts';
import type { Staff } from '../staff/actors.ts';
import { refuseAct, takeStep } from './class-step.ts';
import { lockClass } from './lock-class.ts';

/** Repeating one changes nothing. A class is withdrawn only while nobody holds a seat. */
export const changeEnrolment = async (
  tx: Tx,
  { id, act }: { id: number; act: 'withdraw' | 'stop' | 'resume' },
  { actor, now }: Circumstances<Staff>,
): Promise<void> => {
  const opening = await lockClass(tx, { id, actor, right: 'class.publish' });
  await refuseAct(tx, act, opening, now);
  const set = act === 'withdraw' ? { publishedAt: null } : {};
  await takeStep(tx, act, opening, { set }, { actor, now });
};
