import { type FieldPath, type FieldValues, useFormContext } from 'react-hook-form';

/** Checks the field again, but not before the first submission, and not while it has an error of the server. */
export const useRecheck = <Values extends FieldValues>(name: FieldPath<Values>): (() => void) => {
  const { trigger, getFieldState, formState } = useFormContext<Values>();
  return () => {
    const isServers = getFieldState(name, formState).error?.type === 'server';
    if (formState.isSubmitted && !isServers) trigger(name);
  };
};
