import { updateProfile } from '@portal/contract/person-form';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { call } from '../../platform/api.ts';
import { keepUpdate } from '../../platform/session.ts';

// Loaded early: the connection may be gone when the form is sent.
import('@portal/kit/browser/upload.ts').catch(() => undefined);

interface Attempt {
  form: FormData;
  onProgress: (share: number) => void;
}

export const useUpdateProfile = () =>
  useSending({ mutationFn: (attempt: Attempt) => keepUpdate(call(updateProfile, attempt)) });
