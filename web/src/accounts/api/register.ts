import type { LoggedIn } from '@portal/contract/accounts';
import { register } from '@portal/contract/person-form';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { call } from '../../platform/api.ts';
import { clearDraftsOfOthers } from '../../platform/draft.ts';
import { logIn } from '../../platform/session.ts';

// Loaded early: the connection may be gone when the form is sent.
import('@portal/kit/browser/upload.ts').catch(() => undefined);

interface Attempt {
  form: FormData;
  idempotencyKey: string;
  onProgress: (share: number) => void;
}

export const useRegister = (onJoined: (answer: LoggedIn) => void) =>
  useSending({
    mutationFn: (attempt: Attempt) => call(register, attempt),
    onSuccess: (answer) => {
      logIn(answer);
      // The draft belongs to a guest.
      clearDraftsOfOthers();
      onJoined(answer);
    },
  });
