import { useEffect } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { keepDraft } from './draft.ts';

/** Keeps what is typed with every change, so that a reload or an ended session at any moment loses nothing. */
export const useKeptDraft = <Values extends FieldValues, Output>(
  name: string,
  { subscribe }: Pick<UseFormReturn<Values, unknown, Output>, 'subscribe'>,
): void => {
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => keepDraft(name, values) }),
    [name, subscribe],
  );
};
