import { mergePeople as endpoint, type MergeForm } from '@portal/contract/office/person-merges';
import { call } from '../../platform/call.ts';

export const mergePeople = (id: number, body: MergeForm) => call(endpoint, { params: { id }, body });
