import { zodResolver } from '@hookform/resolvers/zod';
import { type Passkey, PasskeyNameForm, renamePasskey } from '@portal/contract/office/account';
import { failureText } from '@portal/kit/browser/failure-text.ts';
import { notify } from '@portal/kit/browser/notices.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { Dialog } from '@portal/kit/ui/dialog.tsx';
import { TextField } from '@portal/kit/ui/field.tsx';
import { FormEnd } from '@portal/kit/ui/form-end.tsx';
import { useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import { call } from '../../platform/call.ts';
import { accountText } from '../../text/zh-TW/account.ts';
import { useFactorsChanged } from '../api/factors.ts';

const text = accountText.factors.passkeys;

interface RenameDialogProps {
  passkey: Pick<z.infer<typeof Passkey>, 'id' | 'name'>;
  onClose: () => void;
}

/** Another name for a passkey. */
export const RenameDialog = ({ passkey: { id, name }, onClose }: RenameDialogProps) => {
  const changed = useFactorsChanged();
  const send = useSending({
    mutationFn: (body: PasskeyNameForm) => call(renamePasskey, { params: { id }, body }),
    onSuccess: () => {
      changed();
      notify(text.renamed, 'success');
      onClose();
    },
  });
  const form = useForm<PasskeyNameForm>({ defaultValues: { name }, resolver: zodResolver(PasskeyNameForm) });
  const { errors, isSubmitting } = form.formState;
  const save = (values: PasskeyNameForm) =>
    send.mutateAsync(values).catch((error) => form.setError('root.failed', { message: failureText(error) }));
  return (
    <Dialog busy={isSubmitting} isForm onClose={onClose} open title={text.renameLabel(name)}>
      <form className="space-y-4" method="post" noValidate onSubmit={form.handleSubmit(save)}>
        <TextField
          {...form.register('name')}
          data-autofocus
          error={errors.name?.message}
          label={text.name}
          required
        />
        <FormEnd fault={errors.root?.failed} isSending={isSubmitting} onCancel={onClose} />
      </form>
    </Dialog>
  );
};
