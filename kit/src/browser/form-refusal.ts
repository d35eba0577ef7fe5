import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import { CallRefused } from './call.ts';
import { failureText } from './failure-text.ts';

/** `rename` maps other keys of the server to fields. */
export const serverProblems = <Field extends string>(
  errors: Readonly<Record<string, readonly string[]>>,
  fields: readonly Field[],
  rename: Readonly<Record<string, Field>> = {},
): { placed: { key: string; field: Field; message: string }[]; unplaced: string[] } => {
  const placed: { key: string; field: Field; message: string }[] = [];
  const unplaced: string[] = [];
  for (const [key, [message]] of Object.entries(errors)) {
    const field = rename[key] ?? fields.find((candidate) => candidate === key);
    if (message === undefined) continue;
    if (field) placed.push({ key, field, message });
    else unplaced.push(message);
  }
  return { placed, unplaced };
};

/** True if sending the same form again may succeed; a form based on an older version will fail again. */
const mayPass = (error: unknown): boolean =>
  !(error instanceof CallRefused) ||
  error.status >= 500 ||
  error.status === 429 ||
  (error.status === 409 && (error.code ?? 'in_flight') === 'in_flight');

/**
 * Shows problems under their fields, those of other fields above the form (`root.refused`), and any other refusal
 * beside the button (`root.failed`, of the type `passing` if the same form may be sent again).
 */
export const showRefusal = <Values extends FieldValues, Field extends FieldPath<Values>>(
  error: unknown,
  fields: readonly Field[],
  setError: UseFormSetError<Values>,
  rename?: Readonly<Record<string, Field>>,
): void => {
  const errors = error instanceof CallRefused && error.status === 422 ? error.errors : {};
  const { placed, unplaced } = serverProblems(errors, fields, rename);
  for (const { key, field, message } of placed) {
    const code = error instanceof CallRefused ? error.codeOf(key) : undefined;
    setError(field, { type: 'server', message, ...(code && { types: { [code]: message } }) });
  }
  if (unplaced.length > 0) setError('root.refused', { type: 'server', message: unplaced.join('\n') });
  if (placed.length + unplaced.length > 0) return;
  setError('root.failed', { type: mayPass(error) ? 'passing' : 'lasting', message: failureText(error) });
};
