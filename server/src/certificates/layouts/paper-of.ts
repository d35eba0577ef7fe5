import type { LayoutForm } from '@portal/contract/office/certificate-layouts';
import type { CertificatePaper } from '../../papers/certificate-paper.ts';
import { certificateTexts, type PrintedContent } from './certificate-texts.ts';

/** The bytes of the pictures; null where there is none. */
type Pictures = CertificatePaper['pictures'];

interface PrintedCertificate {
  readonly content: PrintedContent;
  readonly layout: LayoutForm;
  readonly signer: CertificatePaper['signer'];
  readonly pictures: Pictures;
  /** The address that checks the certificate. */
  readonly url: string;
}

/** Builds the input of `renderCertificate`. A card leaves out the background, which is for A4 papers. */
export const paperOf = (
  { content, layout, signer, pictures, url }: PrintedCertificate,
  side: 'a4' | 'card',
): CertificatePaper => ({
  ...certificateTexts(content, layout),
  paper: side === 'card' ? 'card' : layout.paper,
  signer,
  qr: {
    url,
    caption: {
      chinese: '掃描查驗真偽',
      english: layout.languages === 'both' ? 'Scan to verify' : null,
    },
  },
  pictures: side === 'card' ? { ...pictures, background: null } : pictures,
});
