import { CallRefused } from '@portal/kit/browser/call.ts';
import { failureText } from '@portal/kit/browser/failure-text.ts';
import { notify } from '@portal/kit/browser/notices.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { focusField } from '@portal/kit/ui/focus-field.ts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { editConflictOf } from '../../forms/edit-conflict.ts';
import { resultsText } from '../../text/zh-TW/results.ts';
import { importScores } from '../api/import-scores.ts';
import { previewScores } from '../api/preview-scores.ts';
import { type CorrectionValues, noValues, valuesFor } from './correction-values.ts';
import { usePeopleChanged } from './use-people-changed.ts';

const text = resultsText.file;

/** The fields in page order. */
const fields = ['keep', 'reason', 'decidedReason'];

const formOf = (file: File, fields: Readonly<Record<string, string>> = {}): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', file);
  return form;
};

const refusalOf = (error: Error | null): CallRefused | null =>
  error instanceof CallRefused && error.status === 422 ? error : null;

/** The server's texts for the fields of corrections. */
const fieldErrors = (error: Error | null): CallRefused['errors'] => {
  const errors = refusalOf(error)?.errors ?? {};
  return fields.some((field) => errors[field]) ? errors : {};
};

interface Content {
  readonly chosen: File;
  readonly seen: string;
  readonly values: CorrectionValues;
}

/** Saves only after a preview. */
export const useScoreUpload = (classId: number, onDone: () => void) => {
  const [file, setFile] = useState<File | null>(null);
  const [values, setValues] = useState(noValues);
  const changed = usePeopleChanged(classId);
  const read = useMutation({
    mutationFn: (chosen: File) => previewScores(classId, formOf(chosen)),
    onSuccess: ({ corrections }) => setValues((former) => valuesFor(former, corrections)),
  });
  const send = useSending({
    mutationFn: ({ chosen, seen, values: { keep, ...reasons } }: Content) =>
      importScores(classId, formOf(chosen, { seen, keep: keep.join(','), ...reasons })),
    onSuccess: ({ saved, corrected, people }) => {
      changed(people);
      notify(text.done(saved, corrected), 'success');
      onDone();
    },
    // The scores have changed since the preview, so it is made again.
    onError: (error, { chosen }) => {
      if (editConflictOf(error)) read.mutate(chosen);
    },
  });
  const errors = fieldErrors(send.error);
  useEffect(() => {
    const first = fields.find((field) => fieldErrors(send.error)[field]);
    if (first) focusField(first);
  }, [send.error]);
  const error = read.error ?? (Object.keys(errors).length > 0 ? null : send.error);
  return {
    file,
    preview: read.data ?? null,
    isReading: read.isPending,
    isSending: send.isPending,
    error: error && failureText(error),
    errors,
    values,
    change: (change: Partial<CorrectionValues>) => setValues({ ...values, ...change }),
    choose: (chosen: File) => {
      setFile(chosen);
      send.reset();
      read.mutate(chosen);
    },
    submit: () => {
      if (file && read.data) send.mutate({ chosen: file, seen: read.data.seen, values });
    },
  };
};
