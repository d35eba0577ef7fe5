import { discardIntroRevision as endpoint } from '@portal/contract/office/content';
import { call } from '../../platform/call.ts';

export const discardIntroRevision = (id: number) => call(endpoint, { params: { id } });
