import { showRefusal } from '@portal/kit/browser/form-refusal.ts';
import { notify } from '@portal/kit/browser/notices.ts';
import { shrinkPicture } from '@portal/kit/browser/shrink-picture.ts';
import { useIdempotencyKey } from '@portal/kit/browser/use-idempotency-key.ts';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
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

export const useRegistration = ({ setError }: Pick<Form, 'setError'>) => {
  const [progress, setProgress] = useState(0);
  const { mutateAsync } = useRegister(() => notify(text.joined, 'success'));
  const { keyFor } = useIdempotencyKey();

  const join = async (values: RegistrationOutput) => {
    setProgress(0);
    const body = registrationBody({ ...values, file: await shrinkPicture(values.file) });
    try {
      await mutateAsync({ form: body, idempotencyKey: keyFor(fingerprint(body)), onProgress: setProgress });
    } catch (error) {
      const account = values.country === 'local' ? 'id_number' : 'passport_no';
      // Required by the specification (§8).
      console.error(error);
      showRefusal(error, FIELDS, setError, { account });
    }
  };
  return { join, progress };
};
