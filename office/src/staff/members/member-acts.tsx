import { readable } from '@portal/contract/dates';
import type { Invited, InvitedAgain, StaffMember } from '@portal/contract/office/staff';
import { notify } from '@portal/kit/browser/notices.ts';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { useState } from 'react';
import { ConfirmedAction } from '../../forms/confirmed-action.tsx';
import { DialogButton } from '../../forms/dialog-button.tsx';
import { DirectAction } from '../../forms/direct-action.tsx';
import { membersText as text } from '../../text/zh-TW/members.ts';
import { useStaffChanged } from '../api/get-staff.ts';
import { inviteStaffAgain } from '../api/invite-staff-again.ts';
import { keepSecondFactor } from '../api/keep-second-factor.ts';
import { resetSecondFactor } from '../api/reset-second-factor.ts';
import { resumeStaff } from '../api/resume-staff.ts';
import { suspendStaff } from '../api/suspend-staff.ts';
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
        {member.hasSecondFactor && !member.factorReset && <ResetSecondFactor member={member} />}
        {isSuspended ? <ResumeButton member={member} /> : <Suspend member={member} />}
      </div>
      <AskedReset member={member} />
    </section>
  );
};

const ChangeRoles = ({ member }: ActProps) => (
  <DialogButton
    dialog={(close) => <RolesDialog member={member} onClose={close} />}
    label={text.change.open}
  />
);

const InviteAgain = ({ member: { id, name, email, state } }: ActProps) => {
  const changed = useStaffChanged();
  const [invited, setInvited] = useState<Invited | null>(null);
  const show = ({ link, ...answer }: InvitedAgain) => {
    changed();
    if (link === null) notify(text.renew.done(email), 'success');
    else setInvited({ ...answer, link });
  };
  const words = state === 'active' ? text.renew : text.again;
  return (
    <>
      <ConfirmedAction
        confirmLabel={words.confirm}
        onDone={show}
        question={words.really(name, email)}
        title={words.title}
        work={() => inviteStaffAgain(id)}
      >
        {words.open}
      </ConfirmedAction>
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
  <ConfirmedAction
    confirmLabel={text.reset.confirm}
    onDone={useNotifyChange(text.reset.done)}
    question={text.reset.really(name)}
    title={text.reset.title}
    work={() => resetSecondFactor(id)}
  >
    {text.reset.open}
  </ConfirmedAction>
);

const AskedReset = ({ member }: ActProps) => {
  const { factorReset } = member;
  if (!factorReset) return null;
  return (
    <div className="mt-4 max-w-3xl space-y-3">
      <Notice tone="warn">{text.reset.asked(factorReset.askedBy, readable(factorReset.dueAt))}</Notice>
      <div className="flex flex-wrap gap-3">
        {factorReset.canConfirm && <ConfirmReset member={member} />}
        <KeepSecondFactor member={member} />
      </div>
    </div>
  );
};

const ConfirmReset = ({ member: { id, name } }: ActProps) => (
  <ConfirmedAction
    confirmLabel={text.reset.confirm}
    onDone={useNotifyChange(text.reset.now.done)}
    question={text.reset.now.really(name)}
    title={text.reset.now.open}
    work={() => resetSecondFactor(id)}
  >
    {text.reset.now.open}
  </ConfirmedAction>
);

const KeepSecondFactor = ({ member: { id } }: ActProps) => (
  <DirectAction
    busyLabel={text.reset.keep.busy}
    onDone={useNotifyChange(text.reset.keep.done)}
    work={() => keepSecondFactor(id)}
  >
    {text.reset.keep.open}
  </DirectAction>
);

const Suspend = ({ member: { id, name } }: ActProps) => (
  <ConfirmedAction
    confirmLabel={text.suspend.open}
    onDone={useNotifyChange(text.suspend.done)}
    question={text.suspend.really(name)}
    title={text.suspend.title}
    work={() => suspendStaff(id)}
  >
    {text.suspend.open}
  </ConfirmedAction>
);

const ResumeButton = ({ member: { id } }: ActProps) => (
  <DirectAction
    busyLabel={text.resume.busy}
    onDone={useNotifyChange(text.resume.done)}
    work={() => resumeStaff(id)}
  >
    {text.resume.open}
  </DirectAction>
);
