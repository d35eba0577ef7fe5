import { useFormContext } from 'react-hook-form';
import type { RegistrationValues } from './registration-values.ts';

/**
 * Judges the password again when something changes that it is compared with: its repetition, the account, the birth
 * date. Not before the form was sent once, and not where the server's own judgement stands, which only it can change.
 */
export const useRecheckPassword = () => {
  const { trigger, getFieldState, formState } = useFormContext<RegistrationValues>();
  return () => {
    const isServers = getFieldState('password', formState).error?.type === 'server';
    if (formState.isSubmitted && !isServers) trigger('password');
  };
};
