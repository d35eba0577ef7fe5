import { useEffect, useEffectEvent } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { keepDraft } from './draft.ts';

/** With stored initial values only the `changes` are kept, because those values may change. */
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
