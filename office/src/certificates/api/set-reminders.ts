import type { Input } from '@portal/contract/endpoint';
import { setReminders as endpoint } from '@portal/contract/office/certificate-reminders';
import { call } from '../../platform/call.ts';

export const setReminders = (kindId: number, body: Input<typeof endpoint.body>) =>
  call(endpoint, { params: { id: kindId }, body });
