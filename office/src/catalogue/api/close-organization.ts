import { closeOrganization as endpoint } from '@portal/contract/office/organizations';
import { call } from '../../platform/call.ts';

export const closeOrganization = (id: number) => call(endpoint, { params: { id } });
