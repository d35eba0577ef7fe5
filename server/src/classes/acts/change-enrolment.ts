import type { Context } from '../../audit/actor.ts';
import { lockClass } from '../../catalogue/lock-class.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Staff } from '../../staff/actors.ts';
import { STEPS } from '../states.ts';
import { refuseImpossibleAct, takeStep } from './class-step.ts';
import { isRepeated, type SeenClass } from './class-version.ts';

/** Stops or resumes the enrolment, or withdraws a class in which nobody holds a seat. A repeat changes nothing. */
export const changeEnrolment = async (
  tx: Tx,
  { act, ...seen }: SeenClass & { act: 'withdraw' | 'stop' | 'resume' },
  { actor, now }: Context<Staff>,
): Promise<void> => {
  const trainingClass = await lockClass(tx, { id: seen.id, actor, right: 'class.publish' });
  if (await isRepeated(tx, STEPS[act].action, seen, actor)) return;
  await refuseImpossibleAct(tx, act, trainingClass, now);
  const set = act === 'withdraw' ? { publishedAt: null } : {};
  await takeStep(tx, act, trainingClass, { set }, { actor, now });
};
