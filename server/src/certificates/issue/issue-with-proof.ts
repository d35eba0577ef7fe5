import { createHash } from 'node:crypto';
import { readable } from '@portal/contract/dates';
import type { UnclassedForm } from '@portal/contract/office/certificate-register';
import { actorName, type Context } from '../../audit/actor.ts';
import { actWithProof, type ProofFile } from '../../documents/act-with-proof.ts';
import { requireApplicant } from '../../enrolment/on-behalf/require-applicant.ts';
import { queueMail } from '../../mail/queue.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { IdempotencyKey } from '../../platform/http/idempotency.ts';
import type { Services } from '../../platform/services.ts';
import type { Staff } from '../../staff/actors.ts';
import { certificateIssuedLetter } from '../letters.ts';
import { findKind } from '../queries.ts';
import { lastValidDay } from '../rules.ts';
import { certificateProofs } from '../tables.ts';
import { issueCertificate } from './issue-certificate.ts';

const insert = async (
  tx: Tx,
  { reason, ...wanted }: UnclassedForm,
  file: ProofFile,
  { actor, now }: Context<Staff>,
): Promise<{ id: number }> => {
  const person = await requireApplicant(tx, wanted.accountId, { actor, now });
  const issued = await issueCertificate(tx, wanted, { actor, now });
  const { rowCount } = await tx
    .insert(certificateProofs)
    .values({
      ...{ certificateId: issued.id, reason, kind: file.kind, fileKey: file.key, size: file.bytes.length },
      ...{ sha256: createHash('sha256').update(file.bytes).digest('hex') },
      ...{ addedBy: actorName(actor), addedAt: now },
    })
    .onConflictDoNothing({ target: certificateProofs.certificateId });
  // The same certificate was issued before.
  if (rowCount === 0) throw new Refusal('certificate_live');
  const kind = await findKind(tx, wanted.courseId);
  const end = readable(wanted.endTime ?? lastValidDay(wanted.issuedOn, kind?.years ?? 0));
  const letter = { name: person.name, certificate: kind?.name ?? '', number: issued.number, end };
  await queueMail(tx, person, certificateIssuedLetter(letter), now);
  return { id: issued.id };
};

/**
 * Issues a certificate without a class, with the file that proves it. The person must be known to the branch, or have been
 * identified a short time ago. Returns the id.
 */
export const issueWithProof = (
  services: Pick<Services, 'db' | 'files' | 'log'>,
  { bytes, ...form }: UnclassedForm & { readonly bytes: Uint8Array },
  { actor, now, idempotency }: Context<Staff> & { readonly idempotency: IdempotencyKey | null },
): Promise<{ id: number }> =>
  actWithProof(services, {
    ...{ bytes, idempotency, now },
    act: (tx, file) => insert(tx, form, file, { actor, now }),
  });
