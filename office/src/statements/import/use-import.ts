import type { StatementShape } from '@portal/contract/office/statements';
import { failureTexts } from '@portal/kit/browser/failure-text.ts';
import { notify } from '@portal/kit/browser/notices.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../platform/paths.ts';
import { paymentsText } from '../../text/zh-TW/payments.ts';
import { matchesQuery } from '../api/get-matches.ts';
import { importStatement } from '../api/import-statement.ts';
import { previewStatement } from '../api/preview-statement.ts';
import { useDeskChanged } from '../use-desk-changed.ts';
import { statementForm } from './statement-form.ts';

const text = paymentsText.import;

const sentenceOf = (error: Error | null): string | null => error && failureTexts(error).join('\n');

/** The server reads the file again after each change. */
export const useImport = (accountId: number) => {
  const [file, setFile] = useState<File | null>(null);
  const changed = useDeskChanged();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const read = useMutation({
    mutationFn: ({ chosen, shape }: { chosen: File; shape: StatementShape | null }) =>
      previewStatement(accountId, statementForm(chosen, shape)),
  });
  const send = useSending({
    mutationFn: ({
      chosen,
      shape,
      acceptProblems,
    }: {
      chosen: File;
      shape: StatementShape;
      acceptProblems: boolean;
    }) => importStatement(accountId, statementForm(chosen, shape, acceptProblems)),
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
    submit: (acceptProblems: boolean) => {
      if (file && read.data) send.mutate({ chosen: file, shape: read.data.shape, acceptProblems });
    },
  };
};

export type Importing = ReturnType<typeof useImport>;
