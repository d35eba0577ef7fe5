import type { OfficeSession } from '@portal/contract/office/staff';
import { STAFF_PASSWORD_MIN } from '@portal/contract/office/staff';
import { PasswordField } from '@portal/kit/ui/field.tsx';
import type { Resolver } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { SaveForm } from '../../forms/save-form.tsx';
import { useSave } from '../../forms/use-save.ts';
import { paths } from '../../platform/paths.ts';
import { useSetSession } from '../../platform/session.ts';
import { staffText } from '../../text/zh-TW/staff.ts';

const text = staffText.invitation;

interface NewPassword {
  token: string;
  newPassword: string;
  newPasswordConfirmation: string;
}

interface SetPasswordFormProps {
  /** Of the link. */
  token: string;
  owner: { readonly name: string; readonly email: string };
  resolver: Resolver<NewPassword, unknown, NewPassword>;
  send: (body: NewPassword) => Promise<OfficeSession>;
  submit: string;
}

/** Sets a password by a mailed link. The sign-in page asks for the second factor then. */
export const SetPasswordForm = ({ token, owner, resolver, send, submit }: SetPasswordFormProps) => {
  const setSession = useSetSession();
  const navigate = useNavigate();
  const save = useSave<NewPassword, NewPassword, OfficeSession>({
    defaultValues: { token, newPassword: '', newPasswordConfirmation: '' },
    resolver,
    fields: ['newPassword', 'newPasswordConfirmation'],
    send: (body) => send(body),
    onDone: (session) => {
      setSession(session);
      navigate(paths.login.to(), { replace: true });
    },
    isShort: true,
  });
  const { register, formState } = save.form;
  const { errors } = formState;
  return (
    <SaveForm
      button={{ label: submit, sending: text.sending, className: 'w-full' }}
      className="space-y-4"
      save={save}
    >
      <p>{text.lead(owner.name, owner.email)}</p>
      <input autoComplete="username" hidden readOnly value={owner.email} />
      <PasswordField
        {...register('newPassword')}
        autoComplete="new-password"
        error={errors.newPassword?.message}
        hint={text.passwordHint(STAFF_PASSWORD_MIN)}
        label={text.password}
        required
      />
      <PasswordField
        {...register('newPasswordConfirmation')}
        autoComplete="new-password"
        error={errors.newPasswordConfirmation?.message}
        label={text.confirmation}
        required
      />
    </SaveForm>
  );
};
