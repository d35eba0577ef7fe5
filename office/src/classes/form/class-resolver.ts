import { EditedClass, NewClass } from '@portal/contract/office/classes';
import { type FieldErrors, type FieldValues, get, type Resolver, set } from 'react-hook-form';
import * as z from 'zod/mini';
import { type ClassValues, classInput } from './class-values.ts';

type Issues = readonly { readonly path: readonly PropertyKey[]; readonly message: string }[];

/** Two switches of the contract are one group of check boxes. */
const fieldAt = (path: readonly PropertyKey[]): string =>
  path[0] === 'personalAllow' || path[0] === 'groupAllow' ? 'ways' : path.map(String).join('.');

export const errorsOf = <Values extends FieldValues>(issues: Issues): FieldErrors<Values> => {
  const errors: FieldErrors<Values> = {};
  for (const { path, message } of issues) {
    const field = fieldAt(path);
    if (get(errors, field) === undefined) set(errors, field, { type: 'contract', message });
  }
  return errors;
};

const checks = {
  edited: (values: ClassValues) =>
    z.safeParse(EditedClass, { ...classInput(values), version: 0, message: values.message }),
  created: (values: ClassValues) =>
    z.safeParse(NewClass, {
      ...classInput(values),
      ...{ organizationId: 1, courseId: 1, weeks: Number(values.weeks || 'x') },
    }),
} as const;

export const classResolver =
  (kind: keyof typeof checks): Resolver<ClassValues> =>
  (values) => {
    const { error } = checks[kind](values);
    return error ? { values: {}, errors: errorsOf<ClassValues>(error.issues) } : { values, errors: {} };
  };
