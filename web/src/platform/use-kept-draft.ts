import { useEffect, useEffectEvent } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { keepDraft } from './draft.ts';

/**
 * Stores the form's input on every change, so that a reload or an ended session loses nothing. A form that starts with
 * stored values keeps only its `changes`, because the stored values may change before the draft is read.
 */
export const useKeptDraft = <Values extends FieldValues, Output>(
  name: string,
  { subscribe }: Pick<UseFormReturn<Values, unknown, Output>, 'subscribe'>,
  changes: (values: Values) => Record<string, unknown> = (values) => values,
): void => {
  const keep = useEffectEvent((values: Values) => keepDraft(name, changes(values)));
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => keep(values) }),
    [subscribe],
  );
};
