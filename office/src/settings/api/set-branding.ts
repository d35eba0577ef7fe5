import type { Input } from '@portal/contract/endpoint';
import { setBranding as endpoint } from '@portal/contract/office/branding';
import { call } from '../../platform/call.ts';

export const setBranding = (body: Input<typeof endpoint.body>) => call(endpoint, { body });
