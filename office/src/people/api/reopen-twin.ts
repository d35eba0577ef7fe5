import { reopenTwin as endpoint } from '@portal/contract/office/person-twins';
import { call } from '../../platform/call.ts';

export const reopenTwin = (id: number) => call(endpoint, { params: { id } });
