import { previewStatement as endpoint } from '@portal/contract/office/statements';
import { call } from '../../platform/call.ts';

export const previewStatement = (accountId: number, form: FormData) =>
  call(endpoint, { params: { id: accountId }, form });
