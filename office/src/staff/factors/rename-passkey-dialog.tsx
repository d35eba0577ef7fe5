import { zodResolver } from '@hookform/resolvers/zod';
import { type Passkey, PasskeyNameForm } from '@portal/contract/office/staff';
import { TextField } from '@portal/kit/ui/field.tsx';
import type * as z from 'zod/mini';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { useSave } from '../../forms/use-save.ts';
import { accountText } from '../../text/zh-TW/account.ts';
import { useFactorsChanged } from '../api/get-factors.ts';
import { renamePasskey } from '../api/rename-passkey.ts';

const text = accountText.factors.passkeys;

interface RenamePasskeyDialogProps {
  passkey: Pick<z.infer<typeof Passkey>, 'id' | 'name'>;
  onClose: () => void;
}

export const RenamePasskeyDialog = ({ passkey: { id, name }, onClose }: RenamePasskeyDialogProps) => {
  const changed = useFactorsChanged();
  const save = useSave<PasskeyNameForm, PasskeyNameForm, unknown>({
    defaultValues: { name },
    resolver: zodResolver(PasskeyNameForm),
    fields: ['name'],
    send: (body) => renamePasskey(id, body),
    done: text.renamed,
    onDone: () => {
      changed();
      onClose();
    },
    isShort: true,
  });
  const { register, formState } = save.form;
  return (
    <FormDialog button={{ label: text.rename }} onClose={onClose} save={save} title={text.renameLabel(name)}>
      <TextField
        {...register('name')}
        data-autofocus
        error={formState.errors.name?.message}
        label={text.name}
        required
      />
    </FormDialog>
  );
};
