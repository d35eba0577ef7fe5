import { CallRefused } from '@portal/kit/browser/call.ts';
import { failureTexts } from '@portal/kit/browser/failure-text.ts';
import { randomKey } from '@portal/kit/browser/random-key.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { registrationsKey } from '../enrolment/api/keys.ts';
import { sendDocument } from './api/add-document.ts';
import { fileFault } from './file-fault.ts';

interface Upload {
  readonly file: File;
  /** The share that was sent; null where it failed. */
  readonly progress: number | null;
  /** Why it failed, and whether another attempt may help. */
  readonly failure?: { readonly text: string; readonly canRetry: boolean };
}

interface Place {
  readonly registration: number;
  readonly asked: number | null;
  readonly onUploaded: (file: File) => void;
}

const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

/** The server has looked into the file: the same one is refused again. */
const isFileRefused = (error: unknown): boolean => error instanceof CallRefused && error.status === 422;

/** Uploads one file at a time to a place of a registration. A failed one is kept until it is sent again or given up. */
export const useUpload = ({ registration, asked, onUploaded }: Place) => {
  const queryClient = useQueryClient();
  const [upload, setUpload] = useState<Upload | null>(null);
  const attempt = useRef<{ readonly key: string; readonly controller: AbortController }>(null);
  useEffect(() => () => attempt.current?.controller.abort(), []);

  const send = async (file: File, idempotencyKey: string) => {
    const controller = new AbortController();
    attempt.current = { key: idempotencyKey, controller };
    setUpload({ file, progress: 0 });
    const onProgress = (progress: number) => setUpload({ file, progress });
    try {
      await sendDocument(
        { registration, asked, file, idempotencyKey },
        { onProgress, signal: controller.signal },
      );
      await queryClient.invalidateQueries({ queryKey: registrationsKey });
      setUpload(null);
      onUploaded(file);
    } catch (error) {
      if (isAbort(error)) return;
      const [text = ''] = failureTexts(error);
      setUpload({ file, progress: null, failure: { text, canRetry: !isFileRefused(error) } });
    }
  };

  const start = (file: File) => {
    const fault = fileFault(file);
    if (fault === null) return void send(file, randomKey());
    setUpload({ file, progress: null, failure: { text: fault, canRetry: false } });
  };

  const dismiss = () => {
    attempt.current?.controller.abort();
    setUpload(null);
    // The server may have had all of it by then.
    queryClient.invalidateQueries({ queryKey: registrationsKey });
  };

  const retry = () => {
    if (upload && attempt.current) send(upload.file, attempt.current.key);
  };

  return { upload, start, retry, dismiss };
};
