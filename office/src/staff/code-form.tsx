import { zodResolver } from '@hookform/resolvers/zod';
import { CodeForm as Code, type OfficeSession, proveCode } from '@portal/contract/office/session';
import { showRefusal } from '@portal/kit/browser/form-refusal.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { Button } from '@portal/kit/ui/button.tsx';
import { TextField } from '@portal/kit/ui/field.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { useForm } from 'react-hook-form';
import { call } from '../platform/call.ts';
import { staffText } from '../text/zh-TW/staff.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { provePasskey } from './passkeys.ts';

const text = staffText.secondFactor;

interface CodeFormProps extends Pick<OfficeSession, 'factors'> {
  onProved: (session: OfficeSession) => void;
}

/** Proves a second factor: a passkey, a code of the authenticator app, or a recovery code. */
export const CodeForm = ({ factors, onProved }: CodeFormProps) => {
  const send = useSending({ mutationFn: (body: Code) => call(proveCode, { body }), onSuccess: onProved });
  const form = useForm<Code>({ defaultValues: { code: '' }, resolver: zodResolver(Code) });
  const { errors, isSubmitting } = form.formState;
  const save = (values: Code) =>
    send.mutateAsync(values).catch((error) => showRefusal(error, ['code'], form.setError));
  return (
    <form className="space-y-4" method="post" noValidate onSubmit={form.handleSubmit(save)}>
      <p className="text-ink-soft">{factors.totp ? text.lead : text.leadPasskey}</p>
      {factors.passkeys > 0 && (
        <PasskeyButton onDone={onProved} work={provePasskey}>
          {text.passkey}
        </PasskeyButton>
      )}
      {errors.root?.failed && (
        <Notice live tone="danger">
          {errors.root.failed.message}
        </Notice>
      )}
      <TextField
        {...form.register('code')}
        autoComplete="one-time-code"
        data-autofocus
        error={errors.code?.message}
        hint={text.codeHint}
        label={text.code}
      />
      <Button busy={isSubmitting} busyLabel={text.sending} className="w-full" type="submit" variant="primary">
        {text.submit}
      </Button>
    </form>
  );
};
