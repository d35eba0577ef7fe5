import type { Context } from '../../audit/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { requestAnsweredLetter } from '../letters.ts';
import { lockForStep, mailPerson, type SeenRequest, takeStep } from './take-step.ts';

/** Closes a request for access or correction with what was done. A request for erasure is closed by the erasure. */
export const answerRequest = async (
  tx: Tx,
  { answer, ...seen }: SeenRequest & { readonly answer: string },
  { actor, now }: Context<Staff>,
): Promise<void> => {
  const request = await lockForStep(tx, seen, { step: 'answer', actor });
  if (!request) return;
  if (request.kind === 'erasure') throw new Refusal('invalid');
  await takeStep(tx, request, { step: 'answer', reason: answer }, { actor, now });
  const { name, kind } = request;
  await mailPerson(tx, request, requestAnsweredLetter({ name, kind, answer }), now);
};
