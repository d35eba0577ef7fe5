import { type FieldPath, type FieldValues, useFormContext } from 'react-hook-form';

/**
 * Judges a field again when something changes that it is compared with, as a password with its repetition. Not before
 * the form was sent once, and not where the server's own judgement stands, which only the field itself can change.
 */
export const useRecheck = <Values extends FieldValues>(name: FieldPath<Values>): (() => void) => {
  const { trigger, getFieldState, formState } = useFormContext<Values>();
  return () => {
    const isServers = getFieldState(name, formState).error?.type === 'server';
    if (formState.isSubmitted && !isServers) trigger(name);
  };
};
