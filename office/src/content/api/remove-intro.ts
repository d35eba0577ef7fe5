import { removeIntro as endpoint } from '@portal/contract/office/content';
import { call } from '../../platform/call.ts';

export const removeIntro = (id: number) => call(endpoint, { params: { id } });
