import { reopenOrganization as endpoint } from '@portal/contract/office/organizations';
import { call } from '../../platform/call.ts';

export const reopenOrganization = (id: number) => call(endpoint, { params: { id } });
