import { CODE_MINUTES } from '@portal/contract/passwords';
import { failureText } from '@portal/kit/browser/failure-text.ts';
import { Button } from '@portal/kit/ui/button.tsx';
import { TextField } from '@portal/kit/ui/field.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { profileText as text } from '../text/zh-TW/profile.ts';
import { useSendPasswordCode } from './api/send-password-code.ts';
import type { PasswordValues } from './password-values.ts';
import { useFormField } from './person-form.ts';

export const PasswordCodeField = () => {
  const { mutate, isPending, isSuccess, error } = useSendPasswordCode();
  return (
    <div className="space-y-3">
      <p>{text.codeLead}</p>
      <Button busy={isPending} busyLabel={text.sendingCode} onClick={() => mutate()}>
        {isSuccess ? text.sendCodeAgain : text.sendCode}
      </Button>
      {isSuccess && (
        <Notice live tone="success">
          {text.codeSent(CODE_MINUTES)}
        </Notice>
      )}
      {error && (
        <Notice live tone="danger">
          {failureText(error)}
        </Notice>
      )}
      <TextField
        {...useFormField<PasswordValues>('code')}
        autoComplete="one-time-code"
        hint={text.codeHint}
        inputMode="numeric"
        label={text.code}
        required
      />
    </div>
  );
};
