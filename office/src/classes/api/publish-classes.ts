import { publishClasses as endpoint } from '@portal/contract/office/classes';
import { type Seen, seenOf } from '../../lists/list.ts';
import { call } from '../../platform/call.ts';

export const publishClasses = (rows: readonly Seen[]) =>
  call(endpoint, { body: { classes: rows.map(seenOf) } });
