import { zodResolver } from '@hookform/resolvers/zod';
import { CodeForm as Code, type OfficeSession } from '@portal/contract/office/staff';
import { TextField } from '@portal/kit/ui/field.tsx';
import { SaveForm } from '../../forms/save-form.tsx';
import { useSave } from '../../forms/use-save.ts';
import { staffText } from '../../text/zh-TW/staff.ts';
import { proveCode } from '../api/prove-code.ts';
import { PasskeyButton } from '../factors/passkey-button.tsx';
import { provePasskey } from '../factors/passkeys.ts';

const text = staffText.secondFactor;

interface CodeFormProps extends Pick<OfficeSession, 'factors'> {
  onProved: (session: OfficeSession) => void;
}

/** Proves a second factor: a passkey, a code of the authenticator app, or a recovery code. */
export const CodeForm = ({ factors, onProved }: CodeFormProps) => {
  const save = useSave<Code, Code, OfficeSession>({
    defaultValues: { code: '' },
    resolver: zodResolver(Code),
    fields: ['code'],
    send: (body) => proveCode(body),
    onDone: onProved,
    isShort: true,
  });
  const { register, formState } = save.form;
  const { submit: label, sending } = text;
  return (
    <SaveForm button={{ label, sending, className: 'w-full' }} className="space-y-4" save={save}>
      <p className="text-ink-soft">{factors.totp ? text.lead : text.leadPasskey}</p>
      {factors.passkeys > 0 && (
        <PasskeyButton onDone={onProved} work={provePasskey}>
          {text.passkey}
        </PasskeyButton>
      )}
      <TextField
        {...register('code')}
        autoComplete="one-time-code"
        data-autofocus
        error={formState.errors.code?.message}
        hint={text.codeHint}
        label={text.code}
      />
    </SaveForm>
  );
};
