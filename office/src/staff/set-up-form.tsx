import { zodResolver } from '@hookform/resolvers/zod';
import { beginTotp, confirmTotp, type FactorAdded } from '@portal/contract/office/account';
import { CodeForm } from '@portal/contract/office/session';
import { failureKind } from '@portal/kit/browser/call.ts';
import { showRefusal } from '@portal/kit/browser/form-refusal.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { Button } from '@portal/kit/ui/button.tsx';
import { ErrorState } from '@portal/kit/ui/error-state.tsx';
import { TextField } from '@portal/kit/ui/field.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { useForm } from 'react-hook-form';
import { call } from '../platform/call.ts';
import { staffText } from '../text/zh-TW/staff.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { addPasskey } from './passkeys.ts';
import { QrCode } from './qr-code.tsx';
import { SignInAsOther } from './sign-in-as-other.tsx';

const text = staffText.setUp;

interface SetUpFormProps {
  onAdded: (added: FactorAdded) => void;
}

/** Somebody sets up the first second factor: an authenticator app or a passkey. */
export const SetUpForm = ({ onAdded }: SetUpFormProps) => {
  const begin = useSending({ mutationFn: () => call(beginTotp, {}) });
  return (
    <div className="space-y-6">
      <p>{text.lead}</p>
      {begin.error && <ErrorState kind={failureKind(begin.error)} onRetry={begin.mutate} />}
      {begin.data ? (
        <TotpForm {...begin.data} onAdded={onAdded} />
      ) : (
        <Button busy={begin.isPending} className="w-full" onClick={() => begin.mutate()} variant="primary">
          {text.useApp}
        </Button>
      )}
      <PasskeyButton onDone={onAdded} work={() => addPasskey(text.passkeyName)}>
        {text.usePasskey}
      </PasskeyButton>
      <SignInAsOther />
    </div>
  );
};

interface TotpFormProps extends SetUpFormProps {
  secret: string;
  address: string;
}

const TotpForm = ({ secret, address, onAdded }: TotpFormProps) => {
  const send = useSending({
    mutationFn: (body: CodeForm) => call(confirmTotp, { body }),
    onSuccess: onAdded,
  });
  const form = useForm<CodeForm>({ defaultValues: { code: '' }, resolver: zodResolver(CodeForm) });
  const { errors, isSubmitting } = form.formState;
  const save = (values: CodeForm) =>
    send.mutateAsync(values).catch((error) => showRefusal(error, ['code'], form.setError));
  return (
    <form className="space-y-4" method="post" noValidate onSubmit={form.handleSubmit(save)}>
      <p>{text.scan}</p>
      <QrCode label={text.qrCode} text={address} />
      <p>
        {text.orType} <code className="font-mono">{secret.replace(/.{4}(?=.)/g, '$& ')}</code>
      </p>
      {errors.root?.failed && (
        <Notice live tone="danger">
          {errors.root.failed.message}
        </Notice>
      )}
      <TextField
        {...form.register('code')}
        autoComplete="one-time-code"
        error={errors.code?.message}
        inputMode="numeric"
        label={staffText.secondFactor.code}
      />
      <Button
        busy={isSubmitting}
        busyLabel={staffText.secondFactor.sending}
        className="w-full"
        type="submit"
        variant="primary"
      >
        {staffText.secondFactor.submit}
      </Button>
    </form>
  );
};
