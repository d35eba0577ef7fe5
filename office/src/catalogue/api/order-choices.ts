import type { Input } from '@portal/contract/endpoint';
import { type ChoiceList, orderChoices as endpoint } from '@portal/contract/office/choices';
import { call } from '../../platform/call.ts';

export const orderChoices = (list: ChoiceList, body: Input<typeof endpoint.body>) =>
  call(endpoint, { params: { list }, body });
