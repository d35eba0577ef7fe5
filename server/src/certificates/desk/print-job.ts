import { type PaperFormat, paperFormatNames } from '@portal/contract/certificates';
import { and, eq } from 'drizzle-orm';
import { defineJob } from '../../jobs/job-kind.ts';
import { findDoneKeys } from '../../jobs/queries.ts';
import { Refusal } from '../../platform/errors.ts';
import { findPaper } from '../papers/find-paper.ts';
import { recordPrint } from '../papers/record-print.ts';
import { certificates } from '../tables.ts';
import { requireIssuingClass } from './candidates.ts';

interface PrintInput {
  readonly classId: number;
  readonly format: PaperFormat;
}

/** Puts the certificates of a class together in one PDF. The key of an item is the id of a certificate. */
export const printJob = defineJob<PrintInput>({
  kind: 'certificate.print',
  right: 'certificate.issue',
  step: async (tx, { input: { classId, format }, key }, { actor, now, publicUrl, services: { files } }) => {
    await requireIssuingClass(tx, classId, actor, 'certificate.issue');
    const [certificate] = await tx
      .select({ id: certificates.id, number: certificates.number })
      .from(certificates)
      .where(and(eq(certificates.id, Number(key)), eq(certificates.state, 'valid')));
    if (!certificate) throw new Refusal('certificate_ended');
    await findPaper({ db: tx, files, publicUrl }, { certificateId: certificate.id, format }, now);
    await recordPrint(tx, { certificateId: certificate.id, format }, { actor, now });
    return certificate.number;
  },
  makeFile: async (
    db,
    { input: { classId, format }, jobId },
    { actor, now, publicUrl, services: { files } },
  ) => {
    const { code } = await requireIssuingClass(db, classId, actor, 'certificate.issue');
    const ids = (await findDoneKeys(db, jobId)).map(Number);
    if (ids.length === 0) throw new Refusal('nothing_printed');
    async function* papers() {
      for (const certificateId of ids)
        yield await findPaper({ db, files, publicUrl }, { certificateId, format }, now);
    }
    // Loaded with the first print, because its library takes memory.
    const { bindPapers, layOutCards } = await import('../../papers/bind-papers.ts');
    const bytes = await (format === 'card' ? layOutCards : bindPapers)(papers());
    return { name: `${code} ${paperFormatNames[format]}.pdf`, type: 'application/pdf', bytes };
  },
});
