import { jobFile } from '@portal/contract/office/jobs';
import { addressOf } from '@portal/kit/browser/request.ts';

/** The session cookie is sent with it. */
export const jobFileAddress = (id: number): string => addressOf(jobFile, { params: { id } });
