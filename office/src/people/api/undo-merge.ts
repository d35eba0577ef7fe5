import { undoMerge as endpoint } from '@portal/contract/office/person-merges';
import { call } from '../../platform/call.ts';

export const undoMerge = (id: number, reason: string) => call(endpoint, { params: { id }, body: { reason } });
