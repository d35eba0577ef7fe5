import { PERSON_REASON_MAX, type PersonDetail } from '@portal/contract/office/people';
import { notify } from '@portal/kit/browser/notices.ts';
import { ButtonLink } from '@portal/kit/ui/button.tsx';
import { ConfirmedAction } from '../../forms/confirmed-action.tsx';
import { DialogButton } from '../../forms/dialog-button.tsx';
import { ReasonDialog } from '../../forms/reason-dialog.tsx';
import { paths } from '../../platform/paths.ts';
import { useMay } from '../../platform/session.ts';
import { personText } from '../../text/zh-TW/person.ts';
import { personActsText as text } from '../../text/zh-TW/person-acts.ts';
import { personMergeText } from '../../text/zh-TW/person-merge.ts';
import { endPersonSessions } from '../api/end-person-sessions.ts';
import { rejectPhoto } from '../api/reject-photo.ts';
import { resumePerson } from '../api/resume-person.ts';
import { sendResetLink } from '../api/send-reset-link.ts';
import { suspendPerson } from '../api/suspend-person.ts';
import { ChangeIdentityDialog } from './change-identity-dialog.tsx';
import { ReplacePhotoDialog } from './replace-photo-dialog.tsx';
import { usePersonChanged } from './use-person-changed.ts';

interface ActsProps {
  person: PersonDetail;
}

export const PersonActs = ({ person }: ActsProps) => {
  const { suspend, resume, endSessions, sendResetLink: maySend, rejectPhoto: mayReject } = person.can;
  const { changeIdentity, merge, replacePhoto } = person.can;
  const mayRelease = useMay('person.release');
  if (
    ![
      suspend,
      resume,
      endSessions,
      maySend,
      mayReject,
      replacePhoto,
      changeIdentity,
      merge,
      mayRelease,
    ].includes(true)
  )
    return null;
  return (
    <section aria-label={text.title} className="mb-6 flex flex-wrap gap-3 print:hidden">
      {person.can.edit && (
        <ButtonLink to={paths.editPerson.to({ id: person.id })}>{personText.edit.open}</ButtonLink>
      )}
      {changeIdentity && (
        <DialogButton
          dialog={(close) => <ChangeIdentityDialog onClose={close} person={person} />}
          label={text.identity.open}
        />
      )}
      {maySend && <SendResetLink person={person} />}
      {endSessions && <EndSessions person={person} />}
      {replacePhoto && (
        <DialogButton
          dialog={(close) => <ReplacePhotoDialog onClose={close} person={person} />}
          label={text.replacePhoto[person.facts?.photo ? 'open' : 'add']}
        />
      )}
      {mayReject && <ReasonButton person={person} run={rejectPhoto} says={text.rejectPhoto} />}
      {suspend && <Suspend person={person} />}
      {resume && <ResumeButton person={person} />}
      {merge && <ButtonLink to={paths.mergePerson.to({ id: person.id })}>{personMergeText.open}</ButtonLink>}
      {mayRelease && <ButtonLink to={paths.identifiers.to()}>{text.release}</ButtonLink>}
    </section>
  );
};

const useDone = (notice: string) => {
  const changed = usePersonChanged();
  return (person: PersonDetail) => {
    changed(person);
    notify(notice, 'success');
  };
};

const SendResetLink = ({ person: { id, facts } }: ActsProps) => (
  <ConfirmedAction
    confirmLabel={text.resetLink.confirm}
    onDone={useDone(text.resetLink.done)}
    question={text.resetLink.question(facts?.email ?? '')}
    title={text.resetLink.open}
    work={() => sendResetLink(id)}
  >
    {text.resetLink.open}
  </ConfirmedAction>
);

const EndSessions = ({ person: { id } }: ActsProps) => (
  <ConfirmedAction
    confirmLabel={text.endSessions.confirm}
    onDone={useDone(text.endSessions.done)}
    question={text.endSessions.question}
    title={text.endSessions.open}
    work={() => endPersonSessions(id)}
  >
    {text.endSessions.open}
  </ConfirmedAction>
);

interface ReasonButtonProps extends ActsProps {
  says: typeof text.suspend | typeof text.resume | typeof text.rejectPhoto;
  run: (id: number, reason: string) => Promise<PersonDetail>;
}

const ReasonButton = ({ person: { id }, says, run }: ReasonButtonProps) => {
  const done = useDone(says.done);
  return (
    <DialogButton
      dialog={(close) => (
        <ReasonDialog
          button={{ label: says.open, sending: says.sending }}
          label={text.reason}
          maxLength={PERSON_REASON_MAX}
          onClose={close}
          onDone={done}
          run={(reason) => run(id, reason)}
          title={says.title}
        >
          <p>{says.lead}</p>
        </ReasonDialog>
      )}
      label={says.open}
    />
  );
};

const Suspend = ({ person }: ActsProps) => (
  <ReasonButton person={person} run={suspendPerson} says={text.suspend} />
);

const ResumeButton = ({ person }: ActsProps) => (
  <ReasonButton person={person} run={resumePerson} says={text.resume} />
);
