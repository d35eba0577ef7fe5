import { identityProof } from '@portal/contract/office/people';
import { addressOf } from '@portal/kit/browser/request.ts';

/** The URL of the file that proves a change of name, number or birth date. */
export const identityProofAddress = (changeId: number): string =>
  addressOf(identityProof, { params: { id: changeId } });
