import type { LoggedIn } from '@portal/contract/accounts';
import { register } from '@portal/contract/person-form';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { call } from '../../platform/api.ts';
import { clearDraftsOfOthers } from '../../platform/draft.ts';
import { logIn } from '../../platform/session.ts';

// Loaded with the form: the connection may be gone when it is sent.
import('@portal/kit/browser/upload.ts').catch(() => undefined);

interface Attempt {
  form: FormData;
  idempotencyKey: string;
  /** Share of the form that has left, 0 to 1. */
  onProgress: (share: number) => void;
}

/** Makes the account and keeps the login; the guards open the page that the person came for. */
export const useRegister = (onJoined: (answer: LoggedIn) => void) =>
  useSending({
    mutationFn: (attempt: Attempt) => call(register, attempt),
    onSuccess: (answer) => {
      logIn(answer);
      // The form's own draft belonged to a guest, so it goes with them.
      clearDraftsOfOthers();
      onJoined(answer);
    },
  });
