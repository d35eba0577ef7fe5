import type { PaperFormat } from '@portal/contract/certificates';
import { printCertificate as endpoint } from '@portal/contract/office/certificate-register';
import { download } from '../../platform/download.ts';

export const printCertificate = (id: number, format: PaperFormat) =>
  download(endpoint, { params: { id }, body: { format } });
