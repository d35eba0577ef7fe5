import { findContacts } from '../../accounts/people/contacts.ts';
import type { Context } from '../../audit/actor.ts';
import { actorName } from '../../audit/actor.ts';
import { recordEvent } from '../../audit/record-event.ts';
import { isRepeatedStep } from '../../audit/version.ts';
import { queueMail } from '../../mail/queue.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { certificateRevokedLetter } from '../letters.ts';
import { rejectOpenRequest } from '../renewal/review.ts';
import { certificateStepRefusal, isRepeatOfCertificate } from '../states.ts';
import { endCertificate } from './insert-certificate.ts';
import { lockForDesk, versionedCertificate } from './lock-for-desk.ts';

interface Revocation {
  readonly certificateId: number;
  /** The holder is told the reason. */
  readonly reason: string;
  /** The version that the officer saw. Code that acts without a page leaves it out. */
  readonly version?: number;
}

/** A repeated revocation keeps the first reason. An open request for its renewal is rejected. */
export const revokeCertificate = async (
  tx: Tx,
  { certificateId, reason, version }: Revocation,
  { actor, now }: Context<Staff>,
): Promise<void> => {
  const certificate = await lockForDesk(tx, certificateId, { actor, right: 'certificate.revoke' });
  const { state, number, name, accountId } = certificate;
  const seen = { version, actor, action: 'certificate.revoke' } as const;
  if (await isRepeatedStep(tx, versionedCertificate(certificateId), seen)) return;
  if (isRepeatOfCertificate('revoke', state)) return;
  const refusal = certificateStepRefusal('revoke', state);
  if (refusal) throw new Refusal(refusal);
  await endCertificate(tx, certificateId, 'revoked', {
    endedAt: now,
    endReason: reason,
    endedBy: actorName(actor),
  });
  const subject = { subject: 'certificate', subjectId: certificateId } as const;
  await recordEvent(
    tx,
    {
      actor,
      action: 'certificate.revoke',
      ...subject,
      before: { state },
      after: { state: 'revoked', reason },
    },
    now,
  );
  await rejectOpenRequest(tx, certificateId, { backendNote: reason, actor, now });
  const [person] = await findContacts(tx, [accountId]);
  if (person) {
    await queueMail(
      tx,
      person,
      certificateRevokedLetter({ name: person.name, certificate: name, number, reason }),
      now,
    );
  }
};
