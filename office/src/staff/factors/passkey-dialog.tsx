import { zodResolver } from '@hookform/resolvers/zod';
import { type FactorAdded, PasskeyNameForm } from '@portal/contract/office/staff';
import { TextField } from '@portal/kit/ui/field.tsx';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { useSave } from '../../forms/use-save.ts';
import { accountText } from '../../text/zh-TW/account.ts';
import { addPasskey, passkeyFaultText } from './passkeys.ts';

const text = accountText.factors.passkeys;

interface PasskeyDialogProps {
  onAdded: (added: FactorAdded) => void;
  onClose: () => void;
}

export const PasskeyDialog = ({ onAdded, onClose }: PasskeyDialogProps) => {
  const save = useSave<PasskeyNameForm, PasskeyNameForm, FactorAdded>({
    defaultValues: { name: '' },
    resolver: zodResolver(PasskeyNameForm),
    fields: ['name'],
    send: ({ name }) => addPasskey(name),
    onDone: onAdded,
    onRefused: (error, form) => {
      form.setError('root.failed', { message: passkeyFaultText(error) });
      return true;
    },
    isShort: true,
  });
  const { register, formState } = save.form;
  return (
    <FormDialog button={{ label: text.add }} onClose={onClose} save={save} title={text.add}>
      <TextField
        {...register('name')}
        data-autofocus
        error={formState.errors.name?.message}
        hint={text.nameHint}
        label={text.name}
        required
      />
    </FormDialog>
  );
};
