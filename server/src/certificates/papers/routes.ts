import { Readable } from 'node:stream';
import * as contract from '@portal/contract/certificates';
import { and, eq } from 'drizzle-orm';
import type { TraineeRoutes } from '../../accounts/gate.ts';
import type { Executor } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { Download } from '../../platform/http/download.ts';
import { findIssuedLayout } from '../layouts/layout-queries.ts';
import { certificateContents, certificates, importedCertificates } from '../tables.ts';
import { findSigningKey } from '../verify/keys.ts';
import { verificationAddress } from '../verify/verification-address.ts';
import { findPaper } from './find-paper.ts';

/** The person's own certificate; one of somebody else is refused like one that does not exist. */
const findOwn = async (db: Executor, code: string, accountId: number) => {
  const [found] = await db
    .select({ id: certificates.id, frozen: certificateContents })
    .from(certificates)
    .innerJoin(certificateContents, eq(certificateContents.certificateId, certificates.id))
    .where(and(eq(certificates.number, code), eq(certificates.accountId, accountId)));
  if (!found) throw new Refusal('certificate_not_found');
  return found;
};

const isImported = async (db: Executor, code: string, accountId: number): Promise<boolean> => {
  const own = and(eq(certificates.number, code), eq(certificates.accountId, accountId));
  const found = await db
    .select({ id: certificates.id })
    .from(certificates)
    .innerJoin(importedCertificates, eq(importedCertificates.certificateId, certificates.id))
    .where(own);
  return found.length > 0;
};

/** A function, because the address of a test's portal is known only after listening. */
export const certificatePaperRoutes =
  ({ publicUrl }: { publicUrl(): string }): TraineeRoutes =>
  (serve, { db, files }) => {
    serve(contract.certificatePaper, async ({ params: { code, format }, actor: { accountId }, now }) => {
      const { id } = await findOwn(db, code, accountId);
      const services = { db, files, publicUrl: publicUrl() };
      const pdf = await findPaper(services, { certificateId: id, format }, now);
      return new Download(Readable.from([Buffer.from(pdf)]), {
        type: 'application/pdf',
        name: `${code}${format === 'card' ? '-證卡' : ''}.pdf`,
      });
    });

    serve(contract.certificateAddress, async ({ params: { code }, actor: { accountId } }) => {
      // A certificate of another system has neither signed content nor papers.
      if (await isImported(db, code, accountId))
        return { url: `${publicUrl()}${contract.verificationPath(code)}`, formats: [] };
      const { frozen } = await findOwn(db, code, accountId);
      const { layout } = await findIssuedLayout(db, frozen.layoutId);
      return {
        url: verificationAddress(frozen, await findSigningKey(db), publicUrl()),
        formats: contract.paperFormats.filter((format) => format === 'a4' || layout.hasCard),
      };
    });
  };
