import { updateProfile } from '@portal/contract/person-form';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { call } from '../../platform/api.ts';
import { keepUpdate } from '../../platform/session.ts';

// What `onProgress` needs comes with the form, not when it is sent: the connection may be gone by then.
import('@portal/kit/browser/upload.ts').catch(() => undefined);

interface Attempt {
  form: FormData;
  /** Share of the form that has left, 0 to 1. */
  onProgress: (share: number) => void;
}

/** Changes one's personal data; every page shows them at once. */
export const useUpdateProfile = () =>
  useSending({ mutationFn: (attempt: Attempt) => keepUpdate(call(updateProfile, attempt)) });
