import { remindOverdue as endpoint } from '@portal/contract/office/enrolment';
import { call } from '../../platform/call.ts';

export const remindOverdue = (ids: number[]) => call(endpoint, { body: { ids } });
