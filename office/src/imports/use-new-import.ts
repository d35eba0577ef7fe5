import type { ImportKind, ImportShape } from '@portal/contract/office/imports';
import { failureTexts } from '@portal/kit/browser/failure-text.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { paths } from '../platform/paths.ts';
import { useStepUp } from '../platform/step-up.ts';
import { checkImport } from './api/check-import.ts';
import { importsKey } from './api/keys.ts';
import { previewImport } from './api/preview-import.ts';

interface ChosenFile {
  /** The group of an import of its members. */
  readonly group: string | null;
  readonly file: File;
  readonly kind: ImportKind;
  readonly shape: ImportShape | null;
}

const formOf = ({ file, kind, group, shape }: ChosenFile): FormData => {
  const form = new FormData();
  form.append('kind', kind);
  if (group) form.append('group', group);
  if (shape) form.append('shape', JSON.stringify(shape));
  form.append('file', file);
  return form;
};

const sentenceOf = (error: Error | null): string | null => error && failureTexts(error).join('\n');

/** The server reads the file again after each change. With `?group=12` the file has the members of that group. */
export const useNewImport = () => {
  const group = useSearchParams()[0].get('group');
  const [kind, setKind] = useState<ImportKind>(group ? 'members' : 'people');
  const [file, setFile] = useState<File | null>(null);
  const [withStepUp, queries, navigate] = [useStepUp(), useQueryClient(), useNavigate()];
  const read = useMutation({ mutationFn: (chosen: ChosenFile) => previewImport(formOf(chosen)) });
  const send = useSending({
    mutationFn: (chosen: ChosenFile) => withStepUp(() => checkImport(formOf(chosen))),
    onSuccess: ({ id }) => {
      void queries.invalidateQueries({ queryKey: importsKey });
      navigate(paths.import.to({ id }));
    },
  });
  return {
    ...{ kind, file, group },
    preview: read.data ?? null,
    isReading: read.isPending,
    readError: sentenceOf(read.error),
    isSending: send.isPending,
    sendError: sentenceOf(send.error),
    chooseKind: (chosen: ImportKind) => {
      setKind(chosen);
      if (file) read.mutate({ file, group, kind: chosen, shape: null });
    },
    choose: (chosen: File) => {
      setFile(chosen);
      read.mutate({ file: chosen, group, kind, shape: null });
    },
    reshape: (shape: ImportShape) => {
      if (file) read.mutate({ file, group, kind, shape });
    },
    submit: () => {
      if (file && read.data) send.mutate({ file, group, kind, shape: read.data.shape });
    },
  };
};

export type NewImport = ReturnType<typeof useNewImport>;
