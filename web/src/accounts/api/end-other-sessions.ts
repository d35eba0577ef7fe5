import { endOtherSessions as endpoint } from '@portal/contract/sessions';
import { call } from '../../platform/api.ts';

export const endOtherSessions = () => call(endpoint, {});
