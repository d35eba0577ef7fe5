import { useEffect, useEffectEvent } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { keepDraft } from './draft.ts';

/** A form that begins with stored values keeps only the `changes`, because stored values may change meanwhile. */
export const useSavedDraft = <Values extends FieldValues, Output>(
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
