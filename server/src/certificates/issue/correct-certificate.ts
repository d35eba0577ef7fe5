import { findContacts } from '../../accounts/people/contacts.ts';
import { actorName, type Context } from '../../audit/actor.ts';
import { recordEvent } from '../../audit/record-event.ts';
import { isRepeatedStep } from '../../audit/version.ts';
import { queueMail } from '../../mail/queue.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import type { CertificateContent } from '../content.ts';
import { certificateCorrectedLetter } from '../letters.ts';
import { moveOpenRequest } from '../renewal/review.ts';
import { certificateStepRefusal } from '../states.ts';
import { endCertificate, insertCertificate, nameSuccessor } from './insert-certificate.ts';
import type { Issued } from './insert-certificates.ts';
import { lockForDesk, versionedCertificate } from './lock-for-desk.ts';

interface Correction {
  readonly certificateId: number;
  /** The holder is told the reason. */
  readonly reason: string;
  /** The version that the officer saw. Code that acts without a page leaves it out. */
  readonly version?: number;
  /** The new certificate says this instead of the person's account. */
  readonly person: Partial<Pick<CertificateContent, 'chineseName' | 'englishName' | 'birthDate'>>;
  /** The new certificate says this instead of the old one. */
  readonly training: Partial<Pick<CertificateContent, 'hours' | 'firstDay' | 'lastDay'>>;
}

/**
 * Issues a new certificate with the same dates and a number of its own, which names the old one as corrected. Returns the
 * new one; repeating it returns it again.
 */
export const correctCertificate = async (
  tx: Tx,
  { certificateId, reason, version, person, training }: Correction,
  { actor, now }: Context<Staff>,
): Promise<Issued> => {
  const access = { actor, right: 'certificate.issue', printed: person } as const;
  const certificate = await lockForDesk(tx, certificateId, access);
  const { state, holder, successor, content } = certificate;
  const seen = { version, actor, action: 'certificate.correct' } as const;
  // Refuses if somebody else changed it first; one's own repetition goes on.
  await isRepeatedStep(tx, versionedCertificate(certificateId), seen);
  if (state === 'corrected' && successor) return successor;
  const refusal = certificateStepRefusal('correct', state);
  if (refusal) throw new Refusal(refusal);
  await endCertificate(tx, certificateId, 'corrected', {
    endedAt: now,
    endReason: reason,
    endedBy: actorName(actor),
  });
  const { classCode = null, hours = null, firstDay = null, lastDay = null } = content ?? {};
  const next = await insertCertificate(
    tx,
    {
      ...certificate,
      holder: { ...holder, ...person },
      training: { classCode, hours, firstDay, lastDay, ...training },
    },
    { actor, now },
  );
  await nameSuccessor(tx, certificateId, next.id);
  await moveOpenRequest(tx, certificateId, next.id);
  const subject = { subject: 'certificate', subjectId: certificateId } as const;
  const after = { state: 'corrected', replacedById: next.id, reason };
  await recordEvent(tx, { actor, action: 'certificate.correct', ...subject, before: { state }, after }, now);
  const [contact] = await findContacts(tx, [certificate.accountId]);
  if (contact) {
    const { number: former, name } = certificate;
    const letter = { name: contact.name, certificate: name, former, number: next.number, reason };
    await queueMail(tx, contact, certificateCorrectedLetter(letter), now);
  }
  return next;
};
