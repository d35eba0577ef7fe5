import { certificateProof } from '@portal/contract/office/certificate-register';
import { addressOf } from '@portal/kit/browser/request.ts';

/** The session cookie is sent with it. */
export const proofAddress = (id: number): string => addressOf(certificateProof, { params: { id } });
