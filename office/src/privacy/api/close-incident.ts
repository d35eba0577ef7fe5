import { closeIncident as endpoint } from '@portal/contract/office/incidents';
import { call } from '../../platform/call.ts';

export const closeIncident = (id: number, note: string, version: number) =>
  call(endpoint, { params: { id }, body: { note, version } });
