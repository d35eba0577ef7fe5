import type { Circumstances } from '../audit/actor.ts';
import type { Tx } from '../platform/database.ts';
import type { Staff } from '../staff/actors.ts';
import { refuseAct, takeStep } from './class-step.ts';
import { lockClass } from './lock-class.ts';

/**
 * 下架, 停止報名 and 恢復報名. Repeating one changes nothing. Throws the refusal if the class does not allow it: a class is
 * withdrawn only while nobody holds a seat.
 */
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
