import { removeIntroType as endpoint } from '@portal/contract/office/content';
import { call } from '../../platform/call.ts';

export const removeIntroType = (id: number) => call(endpoint, { params: { id } });
