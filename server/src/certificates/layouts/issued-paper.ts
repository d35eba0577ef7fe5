import type { CertificatePaper } from '../../papers/certificate-paper.ts';
import type { Executor } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Services } from '../../platform/services.ts';
import type { CertificateContent } from '../content.ts';
import { readPictures } from './certificate-pictures.ts';
import { findIssuedLayout } from './layout-queries.ts';
import { paperOf } from './paper-of.ts';

interface IssuedCertificate {
  readonly content: CertificateContent;
  /** The version in which it was issued; null for the built-in layout. */
  readonly layoutId: number | null;
  /** The signed address of its QR code. */
  readonly url: string;
}

/** Builds the input of `renderCertificate` for an issued certificate. Throws `certificate_no_card`. */
export const issuedPaper = async (
  { db, files }: { db: Executor; files: Services['files'] },
  { content, layoutId, url }: IssuedCertificate,
  side: 'a4' | 'card',
): Promise<CertificatePaper> => {
  const { layout } = await findIssuedLayout(db, layoutId);
  if (side === 'card' && !layout.hasCard) throw new Refusal('certificate_no_card');
  const photo = content.photo === null ? null : ((await files.read(content.photo)) ?? null);
  const pictures = { ...(await readPictures({ db, files }, layout, content.signer)), photo };
  return paperOf({ content, layout, signer: content.signer, pictures, url }, side);
};
