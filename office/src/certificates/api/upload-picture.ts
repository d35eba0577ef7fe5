import {
  type CertificatePictureKind,
  uploadCertificatePicture as endpoint,
} from '@portal/contract/office/certificate-layouts';
import { randomKey } from '@portal/kit/browser/random-key.ts';
import { call } from '../../platform/call.ts';

/** Sends the picture as it is, because shrinking it in the browser would lose transparency. */
export const uploadPicture = (kind: CertificatePictureKind, file: File) => {
  const form = new FormData();
  form.append('kind', kind);
  form.append('file', file, file.name);
  return call(endpoint, { form, idempotencyKey: randomKey() });
};
