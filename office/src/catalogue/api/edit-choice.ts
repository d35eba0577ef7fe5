import type { Input } from '@portal/contract/endpoint';
import { editChoice as endpoint } from '@portal/contract/office/choices';
import { call } from '../../platform/call.ts';

type Params = Input<typeof endpoint.params>;

export const editChoice = (params: Params, body: Input<typeof endpoint.body>) =>
  call(endpoint, { params, body });
