import { useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { showRefusal } from '../platform/form-refusal.ts';
import { notify } from '../platform/notices.ts';
import { randomKey } from '../platform/random-key.ts';
import { registrationText as text } from '../text/zh-TW/registration.ts';
import { useRegister } from './api/register.ts';
import {
  FIELDS,
  fingerprint,
  type RegistrationOutput,
  type RegistrationValues,
  registrationBody,
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

/** Sends the form, once at a time, and shows what the server refuses; the account is the identifier that was typed. */
export const useJoining = ({ setError }: Pick<Form, 'setError'>) => {
  const [progress, setProgress] = useState(0);
  const { mutateAsync } = useRegister(() => notify(text.joined, 'success'));
  const keyFor = useIdempotencyKey();
  const sending = useRef(false);

  const join = async (values: RegistrationOutput) => {
    if (sending.current) return;
    sending.current = true;
    setProgress(0);
    const body = registrationBody(values);
    try {
      await mutateAsync({ form: body, idempotencyKey: keyFor(body), onProgress: setProgress });
    } catch (error) {
      const account = values.country === 'local' ? 'id_number' : 'passport_no';
      // The specification has it logged, too (§8).
      console.error(error);
      showRefusal(error, FIELDS, setError, { account });
    } finally {
      sending.current = false;
    }
  };
  return { join, progress };
};
