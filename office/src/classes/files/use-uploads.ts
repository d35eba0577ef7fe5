import { ATTACHMENT_BYTES } from '@portal/contract/office/classes';
import { failureText } from '@portal/kit/browser/failure-text.ts';
import { randomKey } from '@portal/kit/browser/random-key.ts';
import { useEffect, useRef, useState } from 'react';
import { attachmentsText as text } from '../../text/zh-TW/attachments.ts';
import { uploadAttachment } from '../api/upload-attachment.ts';
import { useReloadAttachments } from './use-attachments-changed.ts';

export interface Upload {
  readonly key: string;
  readonly file: File;
  readonly state: 'waiting' | 'sending' | 'done' | 'failed';
  /** The sent part, from 0 to 1. */
  readonly progress: number;
  readonly fault?: string;
}

/** Sends files in the order in which they were chosen. */
export const useUploads = (classId: number) => {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const reload = useReloadAttachments(classId);
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const leaving = useRef(new AbortController());

  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);

  const change = (key: string, next: Partial<Upload>) =>
    setUploads((all) => all.map((each) => (each.key === key ? { ...each, ...next } : each)));

  const send = async ({ key, file }: Upload) => {
    const { signal } = leaving.current;
    if (signal.aborted) return;
    change(key, { state: 'sending' });
    const onProgress = (progress: number) => change(key, { progress });
    await uploadAttachment(classId, file, { idempotencyKey: key, onProgress, signal })
      .then(() => change(key, { state: 'done' }))
      .catch((error) => change(key, { state: 'failed', fault: failureText(error) }));
    await reload();
  };

  const add = (files: readonly File[]) => {
    const added = files.map((file): Upload => {
      const upload = { key: randomKey(), file, state: 'waiting', progress: 0 } as const;
      return file.size > ATTACHMENT_BYTES ? { ...upload, state: 'failed', fault: text.tooLarge } : upload;
    });
    setUploads((all) => [...all.filter(({ state }) => state !== 'done'), ...added]);
    for (const upload of added) {
      if (upload.state === 'waiting') queue.current = queue.current.then(() => send(upload));
    }
  };

  const dismiss = (key: string) => setUploads((all) => all.filter((each) => each.key !== key));
  return { uploads, add, dismiss };
};
