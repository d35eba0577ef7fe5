import type { Input } from '@portal/contract/endpoint';
import { findPayables as endpoint } from '@portal/contract/office/payment';
import { call } from '../../platform/call.ts';

export const findPayables = (body: Input<typeof endpoint.body>) => call(endpoint, { body });
