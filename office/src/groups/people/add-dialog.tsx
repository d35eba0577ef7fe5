import { zodResolver } from '@hookform/resolvers/zod';
import type { GroupRole, OfficeGroup } from '@portal/contract/office/groups';
import { PersonChoice } from '../../enrolment/on-behalf/person-choice.tsx';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { useSave } from '../../forms/use-save.ts';
import { groupsText } from '../../text/zh-TW/groups.ts';
import { addPerson } from '../api/add-person.ts';
import { ReasonField } from '../group-fields.tsx';
import { AdditionRules, type AdditionValues, sentAddition } from '../group-values.ts';
import { useGroupChanged } from '../use-group-changed.ts';

const text = groupsText.people;

interface AddDialogProps {
  group: OfficeGroup;
  as: GroupRole;
  onClose: () => void;
}

export const AddDialog = ({ group, as: role, onClose }: AddDialogProps) => {
  const changed = useGroupChanged();
  const save = useSave<AdditionValues, AdditionValues, unknown>({
    defaultValues: { kind: 'known', accountId: '', role, reason: '' },
    resolver: zodResolver(AdditionRules),
    fields: ['accountId', 'reason'],
    rename: { Group: 'accountId' },
    send: (values) => addPerson(group.id, sentAddition(values)),
    done: text.added,
    onDone: () => {
      onClose();
      changed();
    },
  });
  const title = role === 'manager' ? text.addManager : text.addMember;
  return (
    <FormDialog button={{ label: title }} onClose={onClose} save={save} title={title} width="wide">
      {role === 'manager' && <p className="text-ink-soft">{text.makeManagerLead}</p>}
      <PersonChoice />
      <ReasonField />
    </FormDialog>
  );
};
