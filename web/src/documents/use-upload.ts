import { CallRefused } from '@portal/kit/browser/call.ts';
import { failureTexts } from '@portal/kit/browser/failure-text.ts';
import { randomKey } from '@portal/kit/browser/random-key.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { registrationsKey } from '../enrolment/api/keys.ts';
import { useSendDocument } from './api/add-document.ts';
import { fileFault } from './file-fault.ts';

interface Upload {
  readonly file: File;
  /** Null if it failed. */
  readonly progress: number | null;
  readonly failure?: { readonly text: string; readonly canRetry: boolean };
}

interface Place {
  readonly registration: number;
  readonly asked: number | null;
  readonly onUploaded: (file: File) => void;
}

const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

/** The server refused the content: a retry would fail too. */
const isFileRefused = (error: unknown): boolean => error instanceof CallRefused && error.status === 422;

/** One file at a time. A failed one is kept until it is sent again or dropped. */
export const useUpload = ({ registration, asked, onUploaded }: Place) => {
  const queryClient = useQueryClient();
  const sendDocument = useSendDocument();
  const [upload, setUpload] = useState<Upload | null>(null);
  const attempt = useRef<{ readonly key: string; readonly controller: AbortController }>(null);
  useEffect(() => () => attempt.current?.controller.abort(), []);

  const send = async (file: File, idempotencyKey: string) => {
    const controller = new AbortController();
    attempt.current = { key: idempotencyKey, controller };
    setUpload({ file, progress: 0 });
    const onProgress = (progress: number) => setUpload({ file, progress });
    try {
      await sendDocument({
        registration,
        asked,
        file,
        idempotencyKey,
        onProgress,
        signal: controller.signal,
      });
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
    // The server may have received it.
    queryClient.invalidateQueries({ queryKey: registrationsKey });
  };

  const retry = () => {
    if (upload && attempt.current) send(upload.file, attempt.current.key);
  };

  return { upload, start, retry, dismiss };
};
