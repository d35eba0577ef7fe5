import { useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { CallRefused } from '../platform/api.ts';
import { failureText } from '../platform/failure-text.ts';
import { notify } from '../platform/notices.ts';
import { randomKey } from '../platform/random-key.ts';
import { registrationText as text } from '../text/zh-TW/registration.ts';
import { useRegister } from './api/register.ts';
import {
  fingerprint,
  type RegistrationOutput,
  type RegistrationValues,
  registrationBody,
  serverProblems,
} from './registration-values.ts';

type Form = UseFormReturn<RegistrationValues, unknown, RegistrationOutput>;

/** The same key for the same content, so that an attempt whose answer was lost is not made twice; else a fresh one. */
const useIdempotencyKey = () => {
  const last = useRef({ content: '', key: '' });
  return (body: FormData): string => {
    const content = fingerprint(body);
    if (content !== last.current.content) last.current = { content, key: randomKey() };
    return last.current.key;
  };
};

/** The same form may well go through in a moment. */
const mayPass = (error: unknown): boolean =>
  !(error instanceof CallRefused) || error.status >= 500 || error.status === 409 || error.status === 429;

/**
 * Sends the form, once at a time, and puts what the server refuses under the fields (`errors`), above them
 * (`errors.root.refused`) or, where no field is to blame, beside the button (`errors.root.failed`, of the type
 * `passing` where sending again may help).
 */
export const useJoining = ({ setError }: Pick<Form, 'setError'>) => {
  const [progress, setProgress] = useState(0);
  const { mutateAsync } = useRegister(() => notify(text.joined, 'success'));
  const keyFor = useIdempotencyKey();
  const sending = useRef(false);

  const showRefusal = (error: unknown, values: RegistrationOutput) => {
    const errors = error instanceof CallRefused && error.status === 422 ? error.errors : {};
    const { placed, unplaced } = serverProblems(errors, values.country);
    for (const { field, message } of placed) setError(field, { type: 'server', message });
    if (unplaced.length > 0) setError('root.refused', { type: 'server', message: unplaced.join('\n') });
    if (placed.length + unplaced.length > 0) return;
    setError('root.failed', { type: mayPass(error) ? 'passing' : 'lasting', message: failureText(error) });
  };

  const join = async (values: RegistrationOutput) => {
    if (sending.current) return;
    sending.current = true;
    setProgress(0);
    const body = registrationBody(values);
    try {
      await mutateAsync({ form: body, idempotencyKey: keyFor(body), onProgress: setProgress });
    } catch (error) {
      showRefusal(error, values);
    } finally {
      sending.current = false;
    }
  };
  return { join, progress };
};
