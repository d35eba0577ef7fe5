import { inArray, sql } from 'drizzle-orm';
import type { Tx } from '../platform/database/database.ts';
import { ERASED_TEXT, type ErasedPart, erasedPart } from '../platform/database/erased.ts';
import { markUnused } from '../platform/files/unused-files.ts';
import { certificatePapers, renewalInquiries, renewalRequests } from './tables.ts';

interface Erased {
  readonly accountId: number;
  readonly certificateIds: readonly number[];
}

const erasedNote = (column: typeof renewalRequests.frontNote | typeof renewalRequests.backendNote) =>
  sql`case when ${column} is not null then ${ERASED_TEXT} end`;

/** The register of certificates stays by law: the certificates, their content and what they rest on. */
export const eraseCertificateTraces = async (
  tx: Tx,
  { accountId, certificateIds }: Erased,
  now: Date,
): Promise<ErasedPart[]> => {
  const papers = await tx
    .delete(certificatePapers)
    .where(inArray(certificatePapers.certificateId, [...certificateIds]))
    .returning({ key: certificatePapers.fileKey });
  const requests = await tx
    .update(renewalRequests)
    .set({
      frontNote: erasedNote(renewalRequests.frontNote),
      backendNote: erasedNote(renewalRequests.backendNote),
    })
    .where(inArray(renewalRequests.certificateId, [...certificateIds]))
    .returning({ id: renewalRequests.id });
  const inquiries = await tx
    .delete(renewalInquiries)
    .where(
      inArray(
        renewalInquiries.requestId,
        requests.map(({ id }) => id),
      ),
    )
    .returning({ key: renewalInquiries.fileKey });
  const files = [...papers, ...inquiries].flatMap(({ key }) => (key === null ? [] : [key]));
  await markUnused(
    tx,
    files.map((key) => ({ key, owner: `account:${accountId}` })),
    now,
  );
  return [
    erasedPart(certificatePapers, 'deleted', { rowCount: papers.length }),
    erasedPart(renewalRequests, 'emptied', { rowCount: requests.length }),
    erasedPart(renewalInquiries, 'deleted', { rowCount: inquiries.length }),
  ];
};
