import { Readable } from 'node:stream';
import { paperFormatNames } from '@portal/contract/certificates';
import { printCertificate } from '@portal/contract/office/certificate-register';
import { inTransaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { Download } from '../../platform/http/download.ts';
import type { OfficeRoutes } from '../../staff/gate.ts';
import { findPaper } from '../papers/find-paper.ts';
import { recordPrint } from '../papers/record-print.ts';
import { mayIssue } from '../policy.ts';
import { findRegistered } from '../register/find-registered.ts';

/** A function, because the address of a test's portal is known only after listening. */
export const certificatePaperOfficeRoutes =
  ({ publicUrl }: { publicUrl(): string }): OfficeRoutes =>
  (serve, { db, files }) => {
    serve(printCertificate, async ({ params: { id }, body: { format }, actor, now }) => {
      const { certificate, sha256 } = await findRegistered(db, id, actor);
      if (sha256 === null || !mayIssue(actor, certificate.organizationId)) throw new Refusal('not_found');
      const wanted = { certificateId: id, format };
      const pdf = await inTransaction(db, async (tx) => {
        await recordPrint(tx, wanted, { actor, now });
        return findPaper({ db: tx, files, publicUrl: publicUrl() }, wanted, now);
      });
      const name = `${certificate.number} ${paperFormatNames[format]}.pdf`;
      return new Download(Readable.from([Buffer.from(pdf)]), { type: 'application/pdf', name });
    });
  };
