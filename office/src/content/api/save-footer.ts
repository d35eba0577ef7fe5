import type { Input } from '@portal/contract/endpoint';
import { saveFooter as endpoint } from '@portal/contract/office/content';
import { call } from '../../platform/call.ts';

export const saveFooter = (body: Input<typeof endpoint.body>) => call(endpoint, { body });
