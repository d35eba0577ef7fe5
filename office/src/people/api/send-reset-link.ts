import { sendPersonResetLink } from '@portal/contract/office/people';
import { call } from '../../platform/call.ts';

export const sendResetLink = (id: number) => call(sendPersonResetLink, { params: { id } });
