import { withdrawClass as endpoint } from '@portal/contract/office/classes';
import { call } from '../../platform/call.ts';
import type { SeenClass } from './seen-class.ts';

export const withdrawClass = ({ id, version }: SeenClass) =>
  call(endpoint, { params: { id }, body: { version } });
