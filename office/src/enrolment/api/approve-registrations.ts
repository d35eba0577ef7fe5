import { approveRegistrations as endpoint } from '@portal/contract/office/enrolment';
import { type Seen, seenOf } from '../../lists/list.ts';
import { call } from '../../platform/call.ts';

export const approveRegistrations = (rows: readonly Seen[]) =>
  call(endpoint, { body: { registrations: rows.map(seenOf) } });
