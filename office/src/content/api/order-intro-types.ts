import type { Input } from '@portal/contract/endpoint';
import { orderIntroTypes as endpoint } from '@portal/contract/office/content';
import { call } from '../../platform/call.ts';

export const orderIntroTypes = (body: Input<typeof endpoint.body>) => call(endpoint, { body });
