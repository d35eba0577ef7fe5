import { anyCallRefusals } from '@portal/contract/refusals/any-call';
import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import { CallRefused } from './call.ts';
import { failureText } from './failure-text.ts';

/** `rename` maps other keys of the server to fields. */
export const serverProblems = <Field extends string>(
  errors: Readonly<Record<string, readonly string[]>>,
  fields: readonly Field[],
  rename: Readonly<Record<string, Field>> = {},
): { placed: { field: Field; message: string }[]; unplaced: string[] } => {
  const placed: { field: Field; message: string }[] = [];
  const unplaced: string[] = [];
  for (const [key, [message]] of Object.entries(errors)) {
    const field = rename[key] ?? fields.find((candidate) => candidate === key);
    if (message === undefined) continue;
    if (field) placed.push({ field, message });
    else unplaced.push(message);
  }
  return { placed, unplaced };
};

/** True if sending the same form again may succeed; a form based on an older version will fail again. */
const mayPass = (error: unknown): boolean =>
  !(error instanceof CallRefused) ||
  error.status >= 500 ||
  error.status === 429 ||
  (error.status === 409 && failureText(error) === anyCallRefusals.in_flight.text);

/** Under the fields, above them (`root.refused`) or, without a field, beside the button (`root.failed`; `passing`: retry). */
export const showRefusal = <Values extends FieldValues, Field extends FieldPath<Values>>(
  error: unknown,
  fields: readonly Field[],
  setError: UseFormSetError<Values>,
  rename?: Readonly<Record<string, Field>>,
): void => {
  const errors = error instanceof CallRefused && error.status === 422 ? error.errors : {};
  const { placed, unplaced } = serverProblems(errors, fields, rename);
  for (const { field, message } of placed) setError(field, { type: 'server', message });
  if (unplaced.length > 0) setError('root.refused', { type: 'server', message: unplaced.join('\n') });
  if (placed.length + unplaced.length > 0) return;
  setError('root.failed', { type: mayPass(error) ? 'passing' : 'lasting', message: failureText(error) });
};
