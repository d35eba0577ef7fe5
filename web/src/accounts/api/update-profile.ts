import { updateProfile } from '@portal/contract/person-form';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { call } from '../../platform/api.ts';
import { keepUpdate } from '../../platform/session.ts';

// Loaded with the form: the connection may be gone when it is sent.
import('@portal/kit/browser/upload.ts').catch(() => undefined);

interface Attempt {
  form: FormData;
  /** Share of the form that has left, 0 to 1. */
  onProgress: (share: number) => void;
}

/** Changes one's personal data; every page shows them at once. */
export const useUpdateProfile = () =>
  useSending({ mutationFn: (attempt: Attempt) => keepUpdate(call(updateProfile, attempt)) });
