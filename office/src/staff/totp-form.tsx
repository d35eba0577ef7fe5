import { zodResolver } from '@hookform/resolvers/zod';
import { confirmTotp, type FactorAdded } from '@portal/contract/office/account';
import { CodeForm } from '@portal/contract/office/session';
import { showRefusal } from '@portal/kit/browser/form-refusal.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { Button } from '@portal/kit/ui/button.tsx';
import { TextField } from '@portal/kit/ui/field.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { useForm } from 'react-hook-form';
import { call } from '../platform/call.ts';
import { staffText } from '../text/zh-TW/staff.ts';
import { QrCode } from './qr-code.tsx';
import { useStepUp } from './step-up.tsx';

const text = staffText.setUp;

interface TotpFormProps {
  secret: string;
  address: string;
  onAdded: (added: FactorAdded) => void;
}

/** The QR code of a new authenticator app, and the code by which it is confirmed. */
export const TotpForm = ({ secret, address, onAdded }: TotpFormProps) => {
  const withStepUp = useStepUp();
  const send = useSending({
    mutationFn: (body: CodeForm) => withStepUp(() => call(confirmTotp, { body })),
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
        data-autofocus
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
