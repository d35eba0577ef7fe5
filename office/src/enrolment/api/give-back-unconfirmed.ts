import { giveBackUnconfirmed as endpoint } from '@portal/contract/office/enrolment';
import { type Seen, seenOf } from '../../lists/list.ts';
import { call } from '../../platform/call.ts';

export const giveBackUnconfirmed = (rows: readonly Seen[]) =>
  call(endpoint, { body: { registrations: rows.map(seenOf) } });
