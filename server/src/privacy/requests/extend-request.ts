import type { Context } from '../../audit/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { requestExtendedLetter } from '../letters.ts';
import { dueOn } from '../rules.ts';
import { lockForStep, mailPerson, type SeenRequest, takeStep } from './take-step.ts';

/** Once. The law wants the reason in writing. */
export const extendRequest = async (
  tx: Tx,
  { reason, ...seen }: SeenRequest & { readonly reason: string },
  { actor, now }: Context<Staff>,
): Promise<void> => {
  const request = await lockForStep(tx, seen, { step: 'extend', actor });
  if (!request) return;
  if (request.extendedAt) throw new Refusal('privacy_request_extended');
  const extension = { extendedAt: now, extensionReason: reason };
  await takeStep(tx, request, { step: 'extend', ...extension }, { actor, now });
  const { name, kind } = request;
  const day = dueOn({ ...request, extendedAt: now });
  await mailPerson(tx, request, requestExtendedLetter({ name, kind, reason, day }), now);
};
