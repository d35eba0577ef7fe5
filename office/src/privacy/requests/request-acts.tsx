import { legalDays, PRIVACY_TEXT_MAX, type PrivacyRequest } from '@portal/contract/office/privacy';
import { notify } from '@portal/kit/browser/notices.ts';
import { ConfirmedAction } from '../../forms/confirmed-action.tsx';
import { DialogButton } from '../../forms/dialog-button.tsx';
import { ReasonDialog } from '../../forms/reason-dialog.tsx';
import { privacyText as text } from '../../text/zh-TW/privacy.ts';
import { answerRequest } from '../api/answer-request.ts';
import { copyPersonalData } from '../api/copy-personal-data.ts';
import { declineRequest } from '../api/decline-request.ts';
import { extendRequest } from '../api/extend-request.ts';
import { withdrawRequest } from '../api/withdraw-request.ts';
import { usePrivacyChanged } from '../use-privacy-changed.ts';

interface ActsProps {
  request: PrivacyRequest;
}

const useDone = (done: string) => {
  const changed = usePrivacyChanged();
  return () => {
    notify(done, 'success');
    changed();
  };
};

export const RequestActs = ({ request }: ActsProps) => {
  const { id, kind, can } = request;
  if (!Object.values(can).some(Boolean)) return null;
  return (
    <section aria-label={text.title} className="flex flex-wrap gap-3">
      {can.answer && kind === 'access' && <Copy request={request} />}
      {can.answer && <TextAct request={request} run={answerRequest} what={text.answer} />}
      {can.decline && <TextAct request={request} run={declineRequest} what={text.decline} />}
      {can.extend && (
        <TextAct
          request={request}
          run={extendRequest}
          what={{ ...text.extend, lead: text.extend.lead(legalDays[kind]) }}
        />
      )}
      {can.withdraw && <Withdraw key={id} request={request} />}
    </section>
  );
};

interface TextActProps extends ActsProps {
  what: { open: string; title: string; lead: string; label: string; done: string };
  run: (id: number, text: string, version: number) => Promise<PrivacyRequest>;
}

const TextAct = ({ request: { id, version }, what, run }: TextActProps) => {
  const done = useDone(what.done);
  return (
    <DialogButton
      dialog={(close) => (
        <ReasonDialog
          button={{ label: what.open, sending: text.sending }}
          label={what.label}
          maxLength={PRIVACY_TEXT_MAX}
          onClose={close}
          onDone={done}
          run={(reason, seen) => run(id, reason, seen)}
          title={what.title}
          version={version}
        >
          <p>{what.lead}</p>
        </ReasonDialog>
      )}
      label={what.open}
    />
  );
};

const Copy = ({ request: { id } }: ActsProps) => (
  <ConfirmedAction<void>
    confirmLabel={text.copy.open}
    onDone={useDone(text.copy.done)}
    question={text.copy.question}
    title={text.copy.title}
    work={() => copyPersonalData(id)}
  >
    {text.copy.open}
  </ConfirmedAction>
);

const Withdraw = ({ request: { id, version, name } }: ActsProps) => (
  <ConfirmedAction<PrivacyRequest>
    confirmLabel={text.withdraw.open}
    onDone={useDone(text.withdraw.done)}
    question={text.withdraw.question(name)}
    title={text.withdraw.title}
    work={() => withdrawRequest(id, version)}
  >
    {text.withdraw.open}
  </ConfirmedAction>
);
