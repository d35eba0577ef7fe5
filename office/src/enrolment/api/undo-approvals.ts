import { undoApprovals as endpoint } from '@portal/contract/office/enrolment';
import { type Seen, seenOf } from '../../lists/list.ts';
import { call } from '../../platform/call.ts';

export const undoApprovals = (rows: readonly Seen[]) =>
  call(endpoint, { body: { registrations: rows.map(seenOf) } });
