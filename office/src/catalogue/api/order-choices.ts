import { type ChoiceList, orderChoices as endpoint } from '@portal/contract/office/choices';
import { call } from '../../platform/call.ts';

export const orderChoices = (list: ChoiceList, ids: number[]) =>
  call(endpoint, { params: { list }, body: { ids } });
