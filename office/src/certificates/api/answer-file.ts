import { answerFile } from '@portal/contract/office/renewals';
import { addressOf } from '@portal/kit/browser/request.ts';

/** The session cookie is sent with it. */
export const answerFileAddress = (inquiryId: number): string =>
  addressOf(answerFile, { params: { id: inquiryId } });
