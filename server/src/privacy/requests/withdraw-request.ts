import { readableTime } from '@portal/contract/dates';
import type { Context } from '../../audit/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Staff } from '../../staff/actors.ts';
import { requestWithdrawnLetter } from '../letters.ts';
import { lockForStep, mailPerson, type SeenRequest, takeStep } from './take-step.ts';

/** The person said so at the counter, by letter or on the phone. */
export const withdrawRequest = async (
  tx: Tx,
  seen: SeenRequest,
  { actor, now }: Context<Staff>,
): Promise<void> => {
  const request = await lockForStep(tx, seen, { step: 'withdraw', actor });
  if (!request) return;
  await takeStep(tx, request, { step: 'withdraw' }, { actor, now });
  const { name, kind } = request;
  await mailPerson(tx, request, requestWithdrawnLetter({ name, kind, time: readableTime(now) }), now);
};
