import { INCIDENT_TEXT_MAX, type Incident } from '@portal/contract/office/incidents';
import type { StartedJob } from '@portal/contract/office/jobs';
import { failureText } from '@portal/kit/browser/failure-text.ts';
import { notify } from '@portal/kit/browser/notices.ts';
import { useIdempotencyKey } from '@portal/kit/browser/use-idempotency-key.ts';
import { Button, ButtonLink } from '@portal/kit/ui/button.tsx';
import { Dialog } from '@portal/kit/ui/dialog.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { useQuery } from '@tanstack/react-query';
import { LetterText } from '../../correspondence/letter-text.tsx';
import { DialogButton } from '../../forms/dialog-button.tsx';
import { ReasonDialog } from '../../forms/reason-dialog.tsx';
import { useAct } from '../../forms/use-act.ts';
import { Loaded } from '../../platform/loaded.tsx';
import { paths } from '../../platform/paths.ts';
import { incidentsText as text } from '../../text/zh-TW/incidents.ts';
import { closeIncident } from '../api/close-incident.ts';
import { incidentLetterQuery } from '../api/get-incident-letter.ts';
import { notifyPeople } from '../api/notify-people.ts';
import { usePrivacyChanged } from '../use-privacy-changed.ts';

interface ActsProps {
  incident: Incident;
  onStarted: (job: StartedJob) => void;
}

export const IncidentActs = ({ incident, onStarted }: ActsProps) => {
  const { id, can } = incident;
  if (!Object.values(can).some(Boolean)) return null;
  return (
    <section aria-label={text.title} className="flex flex-wrap gap-3">
      {can.notify && (
        <DialogButton
          dialog={(close) => <LetterDialog {...{ incident, onStarted }} onClose={close} />}
          label={text.notify.open(incident.toMail)}
          variant="primary"
        />
      )}
      {can.edit && <ButtonLink to={paths.editIncident.to({ id })}>{text.edit.open}</ButtonLink>}
      {can.close && <Close incident={incident} />}
    </section>
  );
};

interface LetterProps extends ActsProps {
  onClose: () => void;
}

const useNotify = ({ incident: { id, version }, onStarted, onClose }: LetterProps) => {
  const { keyFor, forget } = useIdempotencyKey();
  return useAct<StartedJob>({
    work: () => notifyPeople(id, version, keyFor(`${id} ${version}`)),
    onDone: (job) => {
      forget();
      notify(text.notify.done, 'success');
      onStarted(job);
      onClose();
    },
    onConflict: (why) => {
      notify(why, 'danger');
      onClose();
    },
  });
};

/** Shows the letter before it is sent. */
const LetterDialog = (props: LetterProps) => {
  const { incident, onClose } = props;
  const query = useQuery(incidentLetterQuery(incident.id));
  const send = useNotify(props);
  return (
    <Dialog
      actions={
        query.data && (
          <Button
            busy={send.isPending}
            busyLabel={text.notify.sending}
            onClick={() => send.mutate()}
            variant="primary"
          >
            {text.notify.send(incident.toMail)}
          </Button>
        )
      }
      busy={send.isPending}
      onClose={onClose}
      open
      title={text.notify.title}
      width="wide"
    >
      <div className="space-y-4">
        {send.error && (
          <Notice live tone="danger">
            {failureText(send.error)}
          </Notice>
        )}
        <p>{text.notify.lead(incident.toMail)}</p>
        {incident.onPaper > 0 && <Notice tone="warn">{text.notify.onPaper(incident.onPaper)}</Notice>}
        <Loaded query={query} rows={5}>
          {(letter) => <LetterText {...letter} />}
        </Loaded>
      </div>
    </Dialog>
  );
};

const Close = ({ incident: { id, version, toMail, onPaper } }: { incident: Incident }) => {
  const changed = usePrivacyChanged();
  return (
    <DialogButton
      dialog={(close) => (
        <ReasonDialog
          button={{ label: text.close.open, sending: text.close.sending }}
          label={text.close.note}
          maxLength={INCIDENT_TEXT_MAX}
          onClose={close}
          onDone={() => {
            notify(text.close.done, 'success');
            changed();
          }}
          run={(note, seen) => closeIncident(id, note, seen)}
          title={text.close.title}
          version={version}
        >
          {toMail > 0 && <Notice tone="warn">{text.close.toMail(toMail)}</Notice>}
          {onPaper > 0 && <p>{text.close.onPaper(onPaper)}</p>}
        </ReasonDialog>
      )}
      label={text.close.open}
    />
  );
};
