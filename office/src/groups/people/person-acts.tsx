import type { OfficeGroup, OfficeGroupPerson } from '@portal/contract/office/groups';
import { notify } from '@portal/kit/browser/notices.ts';
import { DialogButton } from '../../forms/dialog-button.tsx';
import { ReasonDialog } from '../../forms/reason-dialog.tsx';
import { groupsText } from '../../text/zh-TW/groups.ts';
import { removePerson } from '../api/remove-person.ts';
import { setRole } from '../api/set-role.ts';
import { useGroupChanged } from '../use-group-changed.ts';

const text = groupsText.people;

interface ActsProps {
  group: OfficeGroup;
  person: OfficeGroupPerson;
}

export const PersonActs = ({ group, person }: ActsProps) => {
  const isManager = person.role === 'manager';
  const isOnlyManager = isManager && group.managers === 1;
  const off = isOnlyManager ? { offReason: text.onlyManager } : {};
  return (
    <div className="flex flex-wrap gap-2">
      <ReasonButton
        {...off}
        lead={isManager ? text.endManagerLead : text.makeManagerLead}
        label={isManager ? text.endManager : text.makeManager}
        name={isManager ? text.endManagerOf(person.name) : text.makeManagerOf(person.name)}
        done={text.roleSet}
        run={(reason) => setRole(group.id, person.id, { role: isManager ? 'member' : 'manager', reason })}
        title={isManager ? text.endManagerTitle(person.name) : text.makeManagerTitle(person.name)}
      />
      <ReasonButton
        {...off}
        lead={text.removeLead}
        label={text.remove}
        name={text.removeOf(person.name)}
        done={text.removed}
        run={(reason) => removePerson(group.id, person.id, reason)}
        title={text.removeTitle(person.name)}
      />
    </div>
  );
};

interface ReasonButtonProps {
  label: string;
  /** The name for screen readers, because each row has the same buttons. */
  name: string;
  title: string;
  lead: string;
  done: string;
  offReason?: string;
  run: (reason: string) => Promise<unknown>;
}

const ReasonButton = ({ label, name, title, lead, done, offReason, run }: ReasonButtonProps) => {
  const changed = useGroupChanged();
  const finish = () => {
    changed();
    notify(done, 'success');
  };
  return (
    <DialogButton
      dialog={(close) => (
        <ReasonDialog
          button={{ label, sending: text.sending }}
          label={text.why}
          maxLength={200}
          onClose={close}
          onDone={finish}
          run={run}
          title={title}
        >
          <p>{lead}</p>
        </ReasonDialog>
      )}
      label={label}
      name={name}
      offReason={offReason}
      variant="quiet"
    />
  );
};
