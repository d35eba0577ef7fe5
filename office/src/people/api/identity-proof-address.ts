import { identityProof } from '@portal/contract/office/people';
import { addressOf } from '@portal/kit/browser/call.ts';

/** Of the file that proves a change. */
export const identityProofAddress = (changeId: number): string =>
  addressOf(identityProof, { params: { id: changeId } });
