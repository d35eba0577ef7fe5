import { personIdentity } from '@portal/contract/office/people';
import { call } from '../../platform/call.ts';

export const showPersonIdentity = (id: number) => call(personIdentity, { params: { id } });
