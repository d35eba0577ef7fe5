import { createHash } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import type { Trainee } from '../../accounts/actors.ts';
import type { Context } from '../../audit/actor.ts';
import { recordEvent } from '../../audit/record-event.ts';
import { cleanFile } from '../../documents/cleaning/clean-file.ts';
import { discardFile, newDocumentKey } from '../../documents/store.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { type IdempotencyKey, onceOnly } from '../../platform/http/idempotency.ts';
import type { Services } from '../../platform/services.ts';
import { lockCertificate } from '../queries.ts';
import { renewalInquiries } from '../tables.ts';
import { findOwnInquiry } from './inquiries.ts';

type StoredFile = Required<
  Pick<typeof renewalInquiries.$inferInsert, 'kind' | 'size' | 'sha256' | 'fileKey'>
>;

interface InquiryAnswer {
  readonly inquiryId: number;
  readonly answer: string | null;
}

const record = async (
  tx: Tx,
  { inquiryId, answer, file }: InquiryAnswer & { readonly file: StoredFile | null },
  { actor, now }: Context<Trainee>,
): Promise<{ id: number }> => {
  const own = { inquiryId, accountId: actor.accountId };
  const { certificateId } = await findOwnInquiry(tx, own);
  await lockCertificate(tx, certificateId);
  const { requestId, state } = await findOwnInquiry(tx, own);
  if (state !== 'open') throw new Refusal('renewal_decided');
  const { rowCount } = await tx
    .update(renewalInquiries)
    .set({ answeredAt: now, answer, ...file })
    .where(and(eq(renewalInquiries.id, inquiryId), isNull(renewalInquiries.answeredAt)));
  if (rowCount !== 1) throw new Refusal('renewal_inquiry_answered');
  const subject = { subject: 'renewal_request', subjectId: requestId } as const;
  const after = { answer, ...(file && { kind: file.kind, sha256: file.sha256 }) };
  await recordEvent(tx, { actor, action: 'renewal.answer', ...subject, after }, now);
  return { id: inquiryId };
};

const storeFile = async ({ files }: Pick<Services, 'files'>, bytes: Uint8Array): Promise<StoredFile> => {
  const clean = await cleanFile(bytes);
  const fileKey = newDocumentKey();
  // Store the file first: an extra file is harmless, a missing one is not.
  await files.put(fileKey, clean.bytes);
  const sha256 = createHash('sha256').update(clean.bytes).digest('hex');
  return { kind: clean.kind, size: clean.bytes.length, sha256, fileKey };
};

/** Answers with a text, a file or both. Cleans and stores the file before the transaction begins. */
export const answerInquiry = async (
  services: Pick<Services, 'db' | 'files' | 'log'>,
  { bytes, ...given }: InquiryAnswer & { readonly bytes: Uint8Array | null },
  { actor, now, idempotency }: Context<Trainee> & { readonly idempotency: IdempotencyKey | null },
): Promise<{ id: number }> => {
  if (given.answer === null && bytes === null) throw new Refusal('renewal_answer_missing');
  const { db } = services;
  await findOwnInquiry(db, { inquiryId: given.inquiryId, accountId: actor.accountId });
  const file = bytes && (await storeFile(services, bytes));
  let made: { id: number } | undefined;
  const discard = async () => {
    if (file?.fileKey) await discardFile(services, file.fileKey);
  };
  const answer = await onceOnly(db, idempotency, now, async (tx) => {
    made = await record(tx, { ...given, file }, { actor, now });
    return made;
  }).catch(async (error: unknown) => {
    // Other errors may come after the commit: the row may exist and need its file.
    if (error instanceof Refusal) await discard();
    throw error;
  });
  if (answer !== made) await discard();
  return answer;
};
