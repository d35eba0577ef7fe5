import { sendPasswordCode } from '@portal/contract/passwords';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { call } from '../../platform/api.ts';

export const useSendPasswordCode = () => useSending({ mutationFn: () => call(sendPasswordCode, {}) });
