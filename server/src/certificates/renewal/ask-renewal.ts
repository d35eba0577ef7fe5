import { today } from '@portal/contract/dates';
import type { Trainee } from '../../accounts/actors.ts';
import { findContacts } from '../../accounts/people/contacts.ts';
import type { Context } from '../../audit/actor.ts';
import { recordEvent } from '../../audit/record-event.ts';
import { queueMail } from '../../mail/queue.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { renewalAskedMail } from '../present.ts';
import { lockCertificate } from '../queries.ts';
import { renewalRequests } from '../tables.ts';
import { findRenewable } from './renewable.ts';

interface Asking {
  readonly code: string;
  readonly frontNote: string | null;
}

const insertRequest = async (tx: Tx, values: typeof renewalRequests.$inferInsert): Promise<number> => {
  const [request] = await tx
    .insert(renewalRequests)
    .values(values)
    .onConflictDoNothing()
    .returning({ id: renewalRequests.id });
  if (!request) throw new Refusal('renewal_asked');
  return request.id;
};

export const askRenewal = async (
  tx: Tx,
  { code, frontNote }: Asking,
  { actor, now }: Context<Trainee>,
): Promise<number> => {
  const { accountId } = actor;
  const own = { code, accountId };
  const day = today(now);
  const { id: certificateId } = await findRenewable(tx, own, day);
  const [person] = await findContacts(tx, [accountId]);
  if (!person?.complete) throw new Refusal('profile_incomplete');

  await lockCertificate(tx, certificateId);
  const certificate = await findRenewable(tx, own, day);
  const requestId = await insertRequest(tx, { certificateId, frontNote, askedAt: now });
  await recordEvent(
    tx,
    {
      actor,
      action: 'renewal.ask',
      subject: 'renewal_request',
      subjectId: requestId,
      after: { certificateId, frontNote },
    },
    now,
  );
  await queueMail(tx, person, renewalAskedMail(certificate, person), now);
  return requestId;
};
