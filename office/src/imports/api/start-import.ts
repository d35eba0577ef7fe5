import { startImport as endpoint } from '@portal/contract/office/imports';
import { call } from '../../platform/call.ts';

export const startImport = (id: number, takesDoubtful: boolean) =>
  call(endpoint, { params: { id }, body: { takesDoubtful } });
