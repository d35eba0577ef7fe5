import type { StatementShape } from '@portal/contract/office/statement-shape';
import { importStatement, previewStatement } from '@portal/contract/office/statements';
import { failureTexts } from '@portal/kit/browser/failure-text.ts';
import { notify } from '@portal/kit/browser/notices.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../platform/call.ts';
import { paths } from '../../platform/paths.ts';
import { paymentsText } from '../../text/zh-TW/payments.ts';
import { matchesQuery, useDeskChanged } from '../api.ts';

const text = paymentsText.import;

const formOf = (file: File, shape: StatementShape | null, inSpite = false): FormData => {
  const form = new FormData();
  if (inSpite) form.append('inSpite', 'yes');
  if (shape) form.append('shape', JSON.stringify(shape));
  form.append('file', file);
  return form;
};

const sentenceOf = (error: Error | null): string | null => error && failureTexts(error).join('\n');

/** The server reads the file again after each change. */
export const useImport = (accountId: number) => {
  const [file, setFile] = useState<File | null>(null);
  const changed = useDeskChanged();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const params = { id: accountId };
  const read = useMutation({
    mutationFn: ({ chosen, shape }: { chosen: File; shape: StatementShape | null }) =>
      call(previewStatement, { params, form: formOf(chosen, shape) }),
  });
  const send = useSending({
    mutationFn: ({ chosen, shape, inSpite }: { chosen: File; shape: StatementShape; inSpite: boolean }) =>
      call(importStatement, { params, form: formOf(chosen, shape, inSpite) }),
    onSuccess: async ({ added, known, completed, reversedUsed }) => {
      notify(text.done(added, known, completed), 'success');
      if (reversedUsed.length > 0) notify(text.reversed(reversedUsed.length), 'danger');
      changed();
      // The desk opens at the first tab that is not empty, so it needs the new lines.
      const { queryKey } = matchesQuery(accountId);
      await queries.refetchQueries({ queryKey }, { cancelRefetch: false });
      navigate(paths.desk.to({ id: accountId }));
    },
  });
  return {
    file,
    preview: read.data ?? null,
    isReading: read.isPending,
    readError: sentenceOf(read.error),
    isSending: send.isPending,
    sendError: sentenceOf(send.error),
    choose: (chosen: File) => {
      setFile(chosen);
      read.mutate({ chosen, shape: null });
    },
    reshape: (shape: StatementShape) => {
      if (file) read.mutate({ chosen: file, shape });
    },
    submit: (inSpite: boolean) => {
      if (file && read.data) send.mutate({ chosen: file, shape: read.data.shape, inSpite });
    },
  };
};

export type Importing = ReturnType<typeof useImport>;
