import type { Staff } from '../accounts/actors.ts';
import { findContacts } from '../accounts/contacts.ts';
import { queueMail } from '../mail/queue.ts';
import type { Tx } from '../platform/database.ts';
import { renewalRefusedMail } from './present.ts';
import { decide, lockReviewed } from './review.ts';

interface RefusedRequest {
  readonly requestId: number;
  /** Why; what the trainee reads, at most 500 characters. */
  readonly backendNote: string;
}

/**
 * The certificate is not renewed; it stays as it is and may be asked for again while it holds. Refusing twice keeps the
 * first reason. Throws where the request was approved.
 */
export const rejectRenewal = async (
  tx: Tx,
  { requestId, backendNote }: RefusedRequest,
  staff: Staff,
  now: Date,
): Promise<void> => {
  const request = await lockReviewed(tx, requestId, staff);
  if (request.approved === false) return;
  await decide(tx, request, { approved: false, backendNote }, staff, now);
  const [person] = await findContacts(tx, [request.accountId]);
  if (person) await queueMail(tx, person, renewalRefusedMail(request, backendNote, person), now);
};
