import { zodResolver } from '@hookform/resolvers/zod';
import { CodeForm, type FactorAdded } from '@portal/contract/office/staff';
import { TextField } from '@portal/kit/ui/field.tsx';
import { SaveForm } from '../../forms/save-form.tsx';
import { useSave } from '../../forms/use-save.ts';
import { staffText } from '../../text/zh-TW/staff.ts';
import { confirmTotp } from '../api/confirm-totp.ts';
import { QrCode } from './qr-code.tsx';

const text = staffText.setUp;

interface TotpFormProps {
  secret: string;
  address: string;
  onAdded: (added: FactorAdded) => void;
}

export const TotpForm = ({ secret, address, onAdded }: TotpFormProps) => {
  const save = useSave<CodeForm, CodeForm, FactorAdded>({
    defaultValues: { code: '' },
    resolver: zodResolver(CodeForm),
    fields: ['code'],
    send: (body) => confirmTotp(body),
    onDone: onAdded,
    isShort: true,
  });
  const { register, formState } = save.form;
  const { submit: label, sending, code } = staffText.secondFactor;
  return (
    <SaveForm button={{ label, sending, className: 'w-full' }} className="space-y-4" save={save}>
      <p>{text.scan}</p>
      <QrCode label={text.qrCode} text={address} />
      <p>
        {text.orType} <code className="font-mono">{secret.replace(/.{4}(?=.)/g, '$& ')}</code>
      </p>
      <TextField
        {...register('code')}
        autoComplete="one-time-code"
        data-autofocus
        error={formState.errors.code?.message}
        inputMode="numeric"
        label={code}
      />
    </SaveForm>
  );
};
