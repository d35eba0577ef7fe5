import { useEffect } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { clearDraft, keepDraft, readDraft } from '../platform/draft.ts';
import type { RegistrationOutput, RegistrationValues } from './registration-values.ts';

const NAME = 'register';

export const readRegistrationDraft = () => readDraft(NAME);
export const clearRegistrationDraft = () => clearDraft(NAME);

/** Keeps what is typed with every change, so that a reload at any moment loses nothing. */
export const useKeptDraft = ({
  subscribe,
}: Pick<UseFormReturn<RegistrationValues, unknown, RegistrationOutput>, 'subscribe'>): void => {
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => keepDraft(NAME, values) }),
    [subscribe],
  );
};
