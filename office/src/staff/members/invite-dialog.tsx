import { zodResolver } from '@hookform/resolvers/zod';
import type { Invited } from '@portal/contract/office/staff';
import { TextField } from '@portal/kit/ui/field.tsx';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { useSave } from '../../forms/use-save.ts';
import { membersText } from '../../text/zh-TW/members.ts';
import { useStaffChanged } from '../api/get-staff.ts';
import { inviteStaff } from '../api/invite-staff.ts';
import { RolesFields } from './roles-fields.tsx';
import { InviteForm, type InviteValues, NEW_ROLE, roleFields } from './roles-values.ts';

const text = membersText.invite;

interface InviteDialogProps {
  onInvited: (invited: Invited) => void;
  onClose: () => void;
}

export const InviteDialog = ({ onInvited, onClose }: InviteDialogProps) => {
  const save = useInviteForm(onInvited);
  const { register, formState } = save.form;
  const { errors } = formState;
  return (
    <FormDialog button={{ label: text.submit }} onClose={onClose} save={save} title={text.title} width="wide">
      <p className="text-ink-soft">{text.lead}</p>
      <TextField
        {...register('name')}
        autoComplete="off"
        data-autofocus
        error={errors.name?.message}
        label={membersText.name}
        required
      />
      <TextField
        {...register('email')}
        autoComplete="off"
        error={errors.email?.message}
        label={membersText.email}
        required
        type="email"
      />
      <RolesFields />
    </FormDialog>
  );
};

const useInviteForm = (onInvited: (invited: Invited) => void) => {
  const changed = useStaffChanged();
  return useSave<InviteValues, InviteForm, Invited>({
    defaultValues: { name: '', email: '', roles: [NEW_ROLE] },
    resolver: zodResolver(InviteForm),
    fields: (values) => ['name', 'email', ...roleFields(values.roles.length), 'roles'],
    send: (body) => inviteStaff(body),
    onDone: (invited) => {
      changed();
      onInvited(invited);
    },
  });
};
