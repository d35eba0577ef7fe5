import { readable } from '@portal/contract/dates';
import { PERSON_REASON_MAX } from '@portal/contract/office/people';
import type { TwinRow } from '@portal/contract/office/person-twins';
import { notify } from '@portal/kit/browser/notices.ts';
import { ButtonLink } from '@portal/kit/ui/button.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { DialogButton } from '../../forms/dialog-button.tsx';
import { DirectAction } from '../../forms/direct-action.tsx';
import { ReasonDialog } from '../../forms/reason-dialog.tsx';
import { listKey } from '../../lists/list.ts';
import { paths } from '../../platform/paths.ts';
import { personTwinsText as text } from '../../text/zh-TW/person-twins.ts';
import { dismissTwin } from '../api/dismiss-twin.ts';
import { reopenTwin } from '../api/reopen-twin.ts';

interface TwinProps {
  twin: TwinRow;
}

const useDecided = (notice: string) => {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: listKey('twins') });
    notify(notice, 'success');
  };
};

/** Compare and merge, or say that they are two people. */
export const TwinActs = ({ twin }: TwinProps) =>
  twin.dismissed ? (
    <div className="space-y-2">
      <p className="whitespace-pre-line text-sm">
        {text.dismissed(readable(twin.dismissed.at), twin.dismissed.by, twin.dismissed.reason)}
      </p>
      <Reopen twin={twin} />
    </div>
  ) : (
    <div className="flex flex-wrap gap-2">
      <ButtonLink
        aria-label={text.compareLabel(twin.first.name, twin.second.name)}
        to={paths.mergePreview.to({ id: twin.first.id, other: twin.second.id })}
      >
        {text.compare}
      </ButtonLink>
      <Dismiss twin={twin} />
    </div>
  );

const Dismiss = ({ twin: { id, first, second } }: TwinProps) => {
  const done = useDecided(text.dismiss.done);
  return (
    <DialogButton
      dialog={(close) => (
        <ReasonDialog
          button={{ label: text.dismiss.open, sending: text.dismiss.sending }}
          label={text.dismiss.reason}
          maxLength={PERSON_REASON_MAX}
          onClose={close}
          onDone={done}
          run={(reason) => dismissTwin(id, reason)}
          title={text.dismiss.open}
        >
          <p>{text.dismiss.lead(first.name, second.name)}</p>
        </ReasonDialog>
      )}
      label={text.dismiss.open}
    />
  );
};

const Reopen = ({ twin: { id } }: TwinProps) => (
  <DirectAction onDone={useDecided(text.reopen.done)} work={() => reopenTwin(id)}>
    {text.reopen.open}
  </DirectAction>
);
