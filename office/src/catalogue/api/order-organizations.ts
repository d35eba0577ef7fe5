import { orderOrganizations as endpoint } from '@portal/contract/office/organizations';
import { call } from '../../platform/call.ts';

export const orderOrganizations = (ids: number[]) => call(endpoint, { body: { ids } });
