import { resendConfirmation } from '@portal/contract/mailbox';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { call } from '../../platform/api.ts';

export const useResendConfirmation = () => useSending({ mutationFn: () => call(resendConfirmation, {}) });
