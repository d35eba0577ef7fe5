import { readable } from '@portal/contract/dates';
import type { StaffMember } from '@portal/contract/office/staff';
import { notify } from '@portal/kit/browser/notices.ts';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { EventsLink } from '../../audit/events-link.tsx';
import { ConfirmedAction } from '../../forms/confirmed-action.tsx';
import { useMay } from '../../platform/session.ts';
import { membersText } from '../../text/zh-TW/members.ts';
import { useStaffChanged } from '../api/get-staff.ts';
import { renewIdentityBudget } from '../api/renew-identity-budget.ts';

const text = membersText.identityBudget;

interface IdentityBudgetProps {
  member: StaffMember;
  since: string;
}

/** The member has seen so many complete identity numbers that an administrator has to look. */
export const IdentityBudget = ({ member: { id, name }, since }: IdentityBudgetProps) => {
  const mayManage = useMay('staff.manage');
  return (
    <section className="mt-6 max-w-3xl">
      <Notice title={text.title} tone="warn">
        <p>{text.lead(name, readable(since))}</p>
        <div className="mt-3 flex flex-wrap items-center gap-4">
          {mayManage && <Renew id={id} name={name} />}
          <EventsLink filter={{ staff: id, action: 'person.show_identity' }}>{text.looks}</EventsLink>
        </div>
      </Notice>
    </section>
  );
};

const Renew = ({ id, name }: Pick<StaffMember, 'id' | 'name'>) => {
  const changed = useStaffChanged();
  return (
    <ConfirmedAction
      confirmLabel={text.open}
      onDone={() => {
        changed();
        notify(text.done, 'success');
      }}
      question={text.really(name)}
      title={text.title}
      work={() => renewIdentityBudget(id)}
    >
      {text.open}
    </ConfirmedAction>
  );
};
