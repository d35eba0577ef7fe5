import { removePhrase as endpoint } from '@portal/contract/office/enrolment';
import { call } from '../../platform/call.ts';

export const removePhrase = (id: number) => call(endpoint, { params: { id } });
