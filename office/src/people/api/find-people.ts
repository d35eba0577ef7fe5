import { findPeople as endpoint } from '@portal/contract/office/people';
import { call } from '../../platform/call.ts';

export const findPeople = (body: { q: string; elsewhere: boolean; organization?: number }) =>
  call(endpoint, { body });
