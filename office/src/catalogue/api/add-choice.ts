import { type ChoiceForm, type ChoiceList, addChoice as endpoint } from '@portal/contract/office/choices';
import { call } from '../../platform/call.ts';

export const addChoice = (list: ChoiceList, body: ChoiceForm, idempotencyKey: string) =>
  call(endpoint, { params: { list }, body, idempotencyKey });
