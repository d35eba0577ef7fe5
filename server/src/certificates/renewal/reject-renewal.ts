import { findContacts } from '../../accounts/people/contacts.ts';
import type { Context } from '../../audit/actor.ts';
import { queueMail } from '../../mail/queue.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Staff } from '../../staff/actors.ts';
import { renewalRejectedMail } from '../present.ts';
import { isRepeat } from '../states.ts';
import { decide, isRepeatedDecision, lockReviewed } from './review.ts';

interface RefusedRequest {
  readonly requestId: number;
  readonly backendNote: string;
  readonly version?: number;
}

/** The person may ask for the renewal again. A repeated rejection keeps the first reason. */
export const rejectRenewal = async (
  tx: Tx,
  { requestId, backendNote, version }: RefusedRequest,
  { actor, now }: Context<Staff>,
): Promise<void> => {
  const request = await lockReviewed(tx, requestId, actor);
  await isRepeatedDecision(tx, request, { step: 'reject', version, actor });
  if (isRepeat('reject', request.state)) return;
  await decide(tx, request, { step: 'reject', backendNote }, { actor, now });
  const [person] = await findContacts(tx, [request.accountId]);
  if (person) await queueMail(tx, person, renewalRejectedMail(request, backendNote, person), now);
};
