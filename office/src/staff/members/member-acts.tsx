import {
  type Invited,
  inviteStaffAgain,
  resetSecondFactor,
  resumeStaff,
  type StaffMember,
  suspendStaff,
} from '@portal/contract/office/staff';
import { failureText } from '@portal/kit/browser/failure-text.ts';
import { notify } from '@portal/kit/browser/notices.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { Button } from '@portal/kit/ui/button.tsx';
import { useState } from 'react';
import { call } from '../../platform/call.ts';
import { membersText as text } from '../../text/zh-TW/members.ts';
import { useStaffChanged } from '../api/staff-list.ts';
import { AskedAct } from '../asked-act.tsx';
import { useStepUp } from '../step-up.tsx';
import { InvitationLinkDialog } from './invitation-link-dialog.tsx';
import { RolesDialog } from './roles-dialog.tsx';

interface ActProps {
  member: StaffMember;
}

export const MemberActs = ({ member }: ActProps) => {
  const isSuspended = member.state === 'suspended';
  return (
    <section aria-labelledby="acts" className="mt-8">
      <h2 id="acts">{text.acts}</h2>
      <div className="mt-3 flex flex-wrap gap-3">
        <ChangeRoles member={member} />
        {!isSuspended && <InviteAgain member={member} />}
        {member.hasSecondFactor && <ResetSecondFactor member={member} />}
        {isSuspended ? <Resume member={member} /> : <Suspend member={member} />}
      </div>
    </section>
  );
};

const ChangeRoles = ({ member }: ActProps) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {text.change.open}
      </Button>
      {isOpen && <RolesDialog member={member} onClose={() => setOpen(false)} />}
    </>
  );
};

const InviteAgain = ({ member: { id, name } }: ActProps) => {
  const changed = useStaffChanged();
  const [invited, setInvited] = useState<Invited | null>(null);
  const show = (answer: Invited) => {
    changed();
    setInvited(answer);
  };
  return (
    <>
      <AskedAct
        confirmLabel={text.again.confirm}
        onDone={show}
        question={text.again.really(name)}
        title={text.again.title}
        work={() => call(inviteStaffAgain, { params: { id } })}
      >
        {text.again.open}
      </AskedAct>
      {invited && <InvitationLinkDialog invited={invited} onClose={() => setInvited(null)} />}
    </>
  );
};

const useNotifyChange = (done: string) => {
  const changed = useStaffChanged();
  return () => {
    changed();
    notify(done, 'success');
  };
};

const ResetSecondFactor = ({ member: { id, name } }: ActProps) => (
  <AskedAct
    confirmLabel={text.reset.confirm}
    onDone={useNotifyChange(text.reset.done)}
    question={text.reset.really(name)}
    title={text.reset.title}
    work={() => call(resetSecondFactor, { params: { id } })}
  >
    {text.reset.open}
  </AskedAct>
);

const Suspend = ({ member: { id, name } }: ActProps) => (
  <AskedAct
    confirmLabel={text.suspend.open}
    onDone={useNotifyChange(text.suspend.done)}
    question={text.suspend.really(name)}
    title={text.suspend.title}
    work={() => call(suspendStaff, { params: { id } })}
  >
    {text.suspend.open}
  </AskedAct>
);

/** Removes nothing, so it does not ask. */
const Resume = ({ member: { id } }: ActProps) => {
  const withStepUp = useStepUp();
  const send = useSending({
    mutationFn: () => withStepUp(() => call(resumeStaff, { params: { id } })),
    onSuccess: useNotifyChange(text.resume.done),
    onError: (error) => notify(failureText(error), 'danger'),
  });
  return (
    <Button busy={send.isPending} busyLabel={text.resume.busy} onClick={() => send.mutate()}>
      {text.resume.open}
    </Button>
  );
};
