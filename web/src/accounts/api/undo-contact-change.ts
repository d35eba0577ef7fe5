import { undoContactChange } from '@portal/contract/contact-undo';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { call } from '../../platform/api.ts';
import { logOutEverywhere } from './logout.ts';

export const useUndo = (token: string) =>
  useSending({
    mutationFn: () => call(undoContactChange, { body: { token } }),
    onSuccess: logOutEverywhere,
  });
