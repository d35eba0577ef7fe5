import { importScores, previewScores } from '@portal/contract/office/score-files';
import { CallRefused } from '@portal/kit/browser/call.ts';
import { failureText } from '@portal/kit/browser/failure-text.ts';
import { notify } from '@portal/kit/browser/notices.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../platform/call.ts';
import { resultsText } from '../text/zh-TW/results.ts';
import { usePeopleChanged } from './api.ts';

const text = resultsText.file;

const formOf = (file: File, seen?: string): FormData => {
  const form = new FormData();
  if (seen !== undefined) form.append('seen', seen);
  form.append('file', file);
  return form;
};

/** Saves only after a preview. */
export const useScoreUpload = (classId: number, onDone: () => void) => {
  const [file, setFile] = useState<File | null>(null);
  const changed = usePeopleChanged(classId);
  const params = { id: classId };
  const read = useMutation({
    mutationFn: (chosen: File) => call(previewScores, { params, form: formOf(chosen) }),
  });
  const send = useSending({
    mutationFn: ({ chosen, seen }: { chosen: File; seen: string }) =>
      call(importScores, { params, form: formOf(chosen, seen) }),
    onSuccess: ({ saved, people }) => {
      changed(people);
      notify(text.done(saved), 'success');
      onDone();
    },
    // The scores have changed since the preview, so it is made again.
    onError: (error, { chosen }) => {
      if (error instanceof CallRefused && error.status === 409) read.mutate(chosen);
    },
  });
  const error = read.error ?? send.error;
  return {
    file,
    preview: read.data ?? null,
    isReading: read.isPending,
    isSending: send.isPending,
    error: error && failureText(error),
    choose: (chosen: File) => {
      setFile(chosen);
      send.reset();
      read.mutate(chosen);
    },
    submit: () => {
      if (file && read.data) send.mutate({ chosen: file, seen: read.data.seen });
    },
  };
};
