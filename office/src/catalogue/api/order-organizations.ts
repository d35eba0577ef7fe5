import type { Input } from '@portal/contract/endpoint';
import { orderOrganizations as endpoint } from '@portal/contract/office/organizations';
import { call } from '../../platform/call.ts';

export const orderOrganizations = (body: Input<typeof endpoint.body>) => call(endpoint, { body });
