import { zodResolver } from '@hookform/resolvers/zod';
import type { OfficeGroup } from '@portal/contract/office/groups';
import { FormDialog } from '../forms/form-dialog.tsx';
import { useSave } from '../forms/use-save.ts';
import { formsText } from '../text/zh-TW/forms.ts';
import { groupsText as text } from '../text/zh-TW/groups.ts';
import { editGroup } from './api/edit-group.ts';
import { NameField, OrganizationField } from './group-fields.tsx';
import { chosenOrganization, GroupRules, type GroupValues, sentGroup } from './group-values.ts';
import { useGroupChanged } from './use-group-changed.ts';

interface EditDialogProps {
  group: OfficeGroup;
  onClose: () => void;
}

export const EditDialog = ({ group: { id, name, organization, version }, onClose }: EditDialogProps) => {
  const changed = useGroupChanged();
  const save = useSave<GroupValues, GroupValues, OfficeGroup>({
    defaultValues: { name, organizationId: chosenOrganization(organization) },
    resolver: zodResolver(GroupRules),
    fields: ['name', 'organizationId'],
    version,
    send: (values, seen) => editGroup(id, { ...sentGroup(values), version: seen.version }),
    done: text.edit.done,
    onDone: () => {
      onClose();
      changed();
    },
  });
  return (
    <FormDialog button={{ label: formsText.save }} onClose={onClose} save={save} title={text.edit.title}>
      <NameField />
      <OrganizationField />
    </FormDialog>
  );
};
