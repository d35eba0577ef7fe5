import { zodResolver } from '@hookform/resolvers/zod';
import { type OfficeSession, PasswordProofForm } from '@portal/contract/office/staff';
import { PasswordField } from '@portal/kit/ui/field.tsx';
import { SaveForm } from '../../forms/save-form.tsx';
import { useSave } from '../../forms/use-save.ts';
import { staffText } from '../../text/zh-TW/staff.ts';
import { provePassword } from '../api/prove-password.ts';

interface ProofByPasswordFormProps {
  email: string;
  onProved: (session: OfficeSession) => void;
}

export const ProofByPasswordForm = ({ email, onProved }: ProofByPasswordFormProps) => {
  const save = useSave<PasswordProofForm, PasswordProofForm, OfficeSession>({
    defaultValues: { password: '' },
    resolver: zodResolver(PasswordProofForm),
    fields: ['password'],
    send: (body) => provePassword(body),
    onDone: onProved,
    isShort: true,
  });
  const { register, formState } = save.form;
  const { submit: label, sending } = staffText.secondFactor;
  return (
    <SaveForm button={{ label, sending, className: 'w-full' }} className="space-y-4" save={save}>
      <input autoComplete="username" hidden readOnly value={email} />
      <PasswordField
        {...register('password')}
        autoComplete="current-password"
        data-autofocus
        error={formState.errors.password?.message}
        label={staffText.signIn.password}
      />
    </SaveForm>
  );
};
