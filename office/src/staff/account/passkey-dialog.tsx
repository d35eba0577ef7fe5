import { zodResolver } from '@hookform/resolvers/zod';
import { addPasskey as addPasskeyCall, type FactorAdded } from '@portal/contract/office/account';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { Dialog } from '@portal/kit/ui/dialog.tsx';
import { TextField } from '@portal/kit/ui/field.tsx';
import { FormEnd } from '@portal/kit/ui/form-end.tsx';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { accountText } from '../../text/zh-TW/account.ts';
import { addPasskey, passkeyFaultText } from '../passkeys.ts';
import { useStepUp } from '../step-up.tsx';

const text = accountText.factors.passkeys;

const NameForm = z.pick(addPasskeyCall.body, { name: true });
type NameForm = z.infer<typeof NameForm>;

interface PasskeyDialogProps {
  onAdded: (added: FactorAdded) => void;
  onClose: () => void;
}

/** A new passkey and the name by which its owner knows it. */
export const PasskeyDialog = ({ onAdded, onClose }: PasskeyDialogProps) => {
  const withStepUp = useStepUp();
  const send = useSending({
    mutationFn: ({ name }: NameForm) => withStepUp(() => addPasskey(name)),
    onSuccess: onAdded,
  });
  const form = useForm<NameForm>({ defaultValues: { name: '' }, resolver: zodResolver(NameForm) });
  const { errors, isSubmitting } = form.formState;
  const save = (values: NameForm) =>
    send
      .mutateAsync(values)
      .catch((error) => form.setError('root.failed', { message: passkeyFaultText(error) }));
  return (
    <Dialog busy={isSubmitting} isForm onClose={onClose} open title={text.add}>
      <form className="space-y-4" method="post" noValidate onSubmit={form.handleSubmit(save)}>
        <TextField
          {...form.register('name')}
          data-autofocus
          error={errors.name?.message}
          hint={text.nameHint}
          label={text.name}
          required
        />
        <FormEnd fault={errors.root?.failed} isSending={isSubmitting} onCancel={onClose} />
      </form>
    </Dialog>
  );
};
