import { chooseColumns as endpoint } from '@portal/contract/office/staff';
import { call } from '../../platform/call.ts';

export const chooseColumns = (list: string, columns: string[]) =>
  call(endpoint, { params: { list }, body: { columns } });
