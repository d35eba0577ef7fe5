import { zodResolver } from '@hookform/resolvers/zod';
import { passwordProof as endpoint } from '@portal/contract/office/account';
import type { OfficeSession } from '@portal/contract/office/session';
import { PasswordField } from '@portal/kit/ui/field.tsx';
import type * as z from 'zod/mini';
import { SaveForm } from '../../forms/save-form.tsx';
import { useSave } from '../../forms/use-save.ts';
import { staffText } from '../../text/zh-TW/staff.ts';
import { provePassword } from '../api/prove-password.ts';

const schema = endpoint.body;
type Password = z.infer<typeof schema>;

interface ProofByPasswordFormProps {
  email: string;
  onProved: (session: OfficeSession) => void;
}

export const ProofByPasswordForm = ({ email, onProved }: ProofByPasswordFormProps) => {
  const save = useSave<Password, Password, OfficeSession>({
    defaultValues: { password: '' },
    resolver: zodResolver(schema),
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
