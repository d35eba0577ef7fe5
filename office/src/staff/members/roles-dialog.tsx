import { zodResolver } from '@hookform/resolvers/zod';
import type { StaffMember } from '@portal/contract/office/staff';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { useSave } from '../../forms/use-save.ts';
import { membersText } from '../../text/zh-TW/members.ts';
import { changeRoles } from '../api/change-roles.ts';
import { useStaffChanged } from '../api/get-staff.ts';
import { RolesFields } from './roles-fields.tsx';
import { NEW_ROLE, RolesForm, type RolesValues, roleFields, roleValues } from './roles-values.ts';

const text = membersText.change;

interface RolesDialogProps {
  member: StaffMember;
  onClose: () => void;
}

export const RolesDialog = ({ member, onClose }: RolesDialogProps) => (
  <FormDialog
    button={{ label: text.open }}
    onClose={onClose}
    save={useRolesForm(member, onClose)}
    title={text.title(member.name)}
    width="wide"
  >
    <RolesFields />
  </FormDialog>
);

const useRolesForm = ({ id, roles, version }: StaffMember, onDone: () => void) => {
  const changed = useStaffChanged();
  return useSave<RolesValues, RolesForm, unknown>({
    defaultValues: { roles: roles.length > 0 ? roleValues(roles) : [NEW_ROLE] },
    resolver: zodResolver(RolesForm),
    fields: (values) => [...roleFields(values.roles.length), 'roles'],
    version,
    send: (values, seen) => changeRoles(id, { ...values, version: seen.version }),
    done: text.done,
    onDone: () => {
      changed();
      onDone();
    },
  });
};
