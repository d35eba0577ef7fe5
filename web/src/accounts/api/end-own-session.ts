import { endOwnSession as endpoint } from '@portal/contract/sessions';
import { call } from '../../platform/api.ts';

export const endOwnSession = (id: string) => call(endpoint, { params: { id } });
