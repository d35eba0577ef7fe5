import { answerRequest as endpoint } from '@portal/contract/office/privacy';
import { call } from '../../platform/call.ts';

export const answerRequest = (id: number, reason: string, version: number) =>
  call(endpoint, { params: { id }, body: { answer: reason, version } });
