import type { personFields } from '@portal/contract/person-form';
import type { ChosenPhoto } from '@portal/kit/ui/photo-field.tsx';
import { type FieldValues, type Path, type RegisterOptions, useFormContext } from 'react-hook-form';
import * as z from 'zod/mini';

export type PersonValues = z.input<z.ZodMiniObject<typeof personFields>> & { country: string };

/** The error names the reason if the photo cannot be sent. */
export const photo = z.pipe(
  z.custom<ChosenPhoto>(),
  z.transform((chosen, { issues }): File | null => {
    if (chosen === null || chosen instanceof File) return chosen;
    issues.push({ code: 'custom', message: chosen.refusal, input: chosen });
    return z.NEVER;
  }),
);

export const useFormField = <Values extends FieldValues>(
  name: Path<Values>,
  options?: RegisterOptions<Values, Path<Values>>,
) => {
  const { register, getFieldState, formState } = useFormContext<Values>();
  return { ...register(name, options), error: getFieldState(name, formState).error?.message };
};

export const useField = <Values extends PersonValues = PersonValues>(
  name: Path<Values>,
  options?: RegisterOptions<Values, Path<Values>>,
) => useFormField<Values>(name, options);

interface SentPerson {
  readonly file: File | null;
  readonly id_number: string | null;
  readonly passport_no: string | null;
}

/** Specification §3: photo and identifiers only if given, every other field always. */
export const personBody = <Form extends SentPerson>({ file, id_number, passport_no, ...always }: Form) => {
  const body = new FormData();
  if (file) body.set('file', file);
  if (id_number !== null) body.set('id_number', id_number);
  if (passport_no !== null) body.set('passport_no', passport_no);
  for (const [name, value] of Object.entries(always)) body.set(name, `${value ?? ''}`);
  return body;
};
