import { zodResolver } from '@hookform/resolvers/zod';
import { passwordProof } from '@portal/contract/office/account';
import type { OfficeSession } from '@portal/contract/office/session';
import { showRefusal } from '@portal/kit/browser/form-refusal.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { Button } from '@portal/kit/ui/button.tsx';
import { PasswordField } from '@portal/kit/ui/field.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import { call } from '../platform/call.ts';
import { staffText } from '../text/zh-TW/staff.ts';

const schema = passwordProof.body;
type Password = z.infer<typeof schema>;

interface ProofByPasswordFormProps {
  email: string;
  onProved: (session: OfficeSession) => void;
}

/** For somebody without a second factor. */
export const ProofByPasswordForm = ({ email, onProved }: ProofByPasswordFormProps) => {
  const send = useSending({
    mutationFn: (body: Password) => call(passwordProof, { body }),
    onSuccess: onProved,
  });
  const form = useForm<Password>({ defaultValues: { password: '' }, resolver: zodResolver(schema) });
  const { errors, isSubmitting } = form.formState;
  const save = (values: Password) =>
    send.mutateAsync(values).catch((error) => showRefusal(error, ['password'], form.setError));
  return (
    <form className="space-y-4" method="post" noValidate onSubmit={form.handleSubmit(save)}>
      {errors.root?.failed && (
        <Notice live tone="danger">
          {errors.root.failed.message}
        </Notice>
      )}
      <input autoComplete="username" hidden readOnly value={email} />
      <PasswordField
        {...form.register('password')}
        autoComplete="current-password"
        data-autofocus
        error={errors.password?.message}
        label={staffText.signIn.password}
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
