import { createHash } from 'node:crypto';
import { readable } from '@portal/contract/dates';
import type { UnclassedForm } from '@portal/contract/office/certificate-register';
import { actorName, type Context } from '../../audit/actor.ts';
import { type CleanFile, cleanFile } from '../../documents/cleaning/clean-file.ts';
import { discardFile, newDocumentKey } from '../../documents/store.ts';
import { requireApplicant } from '../../enrolment/on-behalf/require-applicant.ts';
import { queueMail } from '../../mail/queue.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { type IdempotencyKey, onceOnly } from '../../platform/http/idempotency.ts';
import type { Services } from '../../platform/services.ts';
import type { Staff } from '../../staff/actors.ts';
import { certificateIssuedLetter } from '../letters.ts';
import { findKind } from '../queries.ts';
import { lastValidDay } from '../rules.ts';
import { certificateProofs } from '../tables.ts';
import { issueCertificate } from './issue-certificate.ts';

interface StoredFile extends CleanFile {
  readonly key: string;
}

const insert = async (
  tx: Tx,
  { reason, endTime, hours, firstDay, lastDay, ...wanted }: UnclassedForm,
  file: StoredFile,
  { actor, now }: Context<Staff>,
): Promise<{ id: number }> => {
  const person = await requireApplicant(tx, wanted.accountId, { actor, now });
  const known = Object.entries({ endTime, hours, firstDay, lastDay }).filter(([, value]) => value !== null);
  const issued = await issueCertificate(tx, { ...wanted, ...Object.fromEntries(known) }, { actor, now });
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
  const end = readable(endTime ?? lastValidDay(wanted.issuedOn, kind?.years ?? 0));
  const letter = { name: person.name, certificate: kind?.name ?? '', number: issued.number, end };
  await queueMail(tx, person, certificateIssuedLetter(letter), now);
  return { id: issued.id };
};

/**
 * Issues a certificate without a class, with the file that proves it. The person must be known to the branch, or have been
 * identified a short time ago. Cleans and stores the file before the transaction begins. Returns the id.
 */
export const issueWithProof = async (
  services: Pick<Services, 'db' | 'files' | 'log'>,
  { bytes, ...form }: UnclassedForm & { readonly bytes: Uint8Array },
  { actor, now, idempotency }: Context<Staff> & { readonly idempotency: IdempotencyKey | null },
): Promise<{ id: number }> => {
  const { db, files } = services;
  const file = { ...(await cleanFile(bytes)), key: newDocumentKey() };
  // Store the file first: an extra file is harmless, a missing one is not.
  await files.put(file.key, file.bytes);
  let made: { id: number } | undefined;
  const answer = await onceOnly(db, idempotency, now, async (tx) => {
    made = await insert(tx, form, file, { actor, now });
    return made;
  }).catch(async (error: unknown) => {
    // After other errors the row may exist.
    if (error instanceof Refusal) await discardFile(services, file.key);
    throw error;
  });
  if (answer !== made) await discardFile(services, file.key);
  return answer;
};
