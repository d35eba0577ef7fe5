import type { personFields } from '@portal/contract/accounts';
import { type Path, type RegisterOptions, useFormContext } from 'react-hook-form';
import type * as z from 'zod/mini';

/** What the registration and the profile have in common, as it stands in the fields. */
export type PersonValues = z.input<z.ZodMiniObject<typeof personFields>> & { country: string };

/** Ties a field of the kit to the form around it: name, value, events and the first error. */
export const useField = <Values extends PersonValues = PersonValues>(
  name: Path<Values>,
  options?: RegisterOptions<Values, Path<Values>>,
) => {
  const { register, getFieldState, formState } = useFormContext<Values>();
  return { ...register(name, options), error: getFieldState(name, formState).error?.message };
};
