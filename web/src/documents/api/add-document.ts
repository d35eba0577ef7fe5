import { addDocument } from '@portal/contract/documents';
import { shrinkPicture } from '@portal/kit/browser/shrink-picture.ts';
import { useIsMutating, useMutation } from '@tanstack/react-query';
import { registrationsKey } from '../../enrolment/api/keys.ts';
import { call } from '../../platform/api.ts';

// Loaded early: the connection may be gone when a file is sent.
import('@portal/kit/browser/upload.ts').catch(() => undefined);

/** In pixels, as stored by the server. */
const LONGEST_SIDE = 2_400;

interface NewDocument {
  readonly registration: number;
  readonly asked: number | null;
  readonly file: File;
  /** The same for each attempt. */
  readonly idempotencyKey: string;
}

interface Sending extends NewDocument {
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
}

const sendDocument = async ({ registration, asked, file, idempotencyKey, onProgress, signal }: Sending) => {
  const form = new FormData();
  if (asked !== null) form.append('asked', `${asked}`);
  form.append('file', (await shrinkPicture(file, LONGEST_SIDE)) ?? file, file.name);
  signal.throwIfAborted();
  const params = { id: `${registration}` };
  return call(addDocument, { params, form, idempotencyKey, onProgress, signal });
};

const mutationKey = [...registrationsKey, 'add document'];

export const useSendDocument = () =>
  useMutation({ mutationKey, mutationFn: sendDocument, gcTime: 0 }).mutateAsync;

export const useIsSendingDocument = (): boolean => useIsMutating({ mutationKey }) > 0;
