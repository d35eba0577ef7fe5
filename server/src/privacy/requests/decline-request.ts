import type { Context } from '../../audit/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Staff } from '../../staff/actors.ts';
import { requestDeclinedLetter } from '../letters.ts';
import { lockForStep, mailPerson, type SeenRequest, takeStep } from './take-step.ts';

export const declineRequest = async (
  tx: Tx,
  { reason, ...seen }: SeenRequest & { readonly reason: string },
  { actor, now }: Context<Staff>,
): Promise<void> => {
  const request = await lockForStep(tx, seen, { step: 'decline', actor });
  if (!request) return;
  await takeStep(tx, request, { step: 'decline', reason }, { actor, now });
  const { name, kind } = request;
  await mailPerson(tx, request, requestDeclinedLetter({ name, kind, reason }), now);
};
