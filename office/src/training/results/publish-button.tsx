import { PUBLISHED_MAX, type ScoreSheet } from '@portal/contract/office/training';
import { notify } from '@portal/kit/browser/notices.ts';
import { Button } from '@portal/kit/ui/button.tsx';
import { Dialog } from '@portal/kit/ui/dialog.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { classKey } from '../../classes/api/get-class.ts';
import { useAct } from '../../forms/use-act.ts';
import { waitingKey } from '../../platform/waiting.ts';
import { resultsText } from '../../text/zh-TW/results.ts';
import { publishResults } from '../api/publish-results.ts';
import { usePeopleChanged } from './use-people-changed.ts';

const text = resultsText.publish;

const readyOf = ({ people }: ScoreSheet) =>
  people.flatMap(({ registrationId, state, version, result }) =>
    state === 'draft' && result !== null ? [{ registrationId, version, result }] : [],
  );

interface PublishButtonProps {
  sheet: ScoreSheet;
  isUnsaved: boolean;
}

export const PublishButton = ({ sheet, isUnsaved }: PublishButtonProps) => {
  const [isOpen, setOpen] = useState(false);
  const ready = readyOf(sheet);
  const drafts = sheet.people.filter(({ state }) => state === 'draft').length;
  if (drafts === 0) return null;
  return (
    <>
      <Button
        aria-haspopup="dialog"
        offReason={isUnsaved ? text.unsaved : ready.length === 0 ? text.nobody : undefined}
        onClick={() => setOpen(true)}
        variant="primary"
      >
        {text.open}
      </Button>
      {isOpen && (
        <PublishResultsDialog
          incomplete={drafts - ready.length}
          onClose={() => setOpen(false)}
          ready={ready}
          sheet={sheet}
        />
      )}
    </>
  );
};

interface PublishResultsDialogProps {
  sheet: ScoreSheet;
  ready: ReturnType<typeof readyOf>;
  incomplete: number;
  onClose: () => void;
}

const usePublishing = ({ sheet, ready, onClose }: PublishResultsDialogProps) => {
  const queries = useQueryClient();
  const changed = usePeopleChanged(sheet.class.id);
  const nameOf = (id: number) => sheet.people.find(({ registrationId }) => registrationId === id)?.name ?? '';
  const publish = async () => {
    let published = 0;
    for (let from = 0; from < ready.length; from += PUBLISHED_MAX) {
      const people = ready.slice(from, from + PUBLISHED_MAX);
      const answer = await publishResults(sheet.class.id, { people });
      changed(answer.people);
      published += answer.results.filter(({ done }) => done).length;
      for (const { registrationId, why } of answer.results)
        if (why) notify(text.failed(nameOf(registrationId), why), 'danger');
    }
    return published;
  };
  return useAct({
    work: publish,
    onDone: (published: number) => {
      onClose();
      // The class may be completed now, and less work waits.
      void queries.invalidateQueries({ queryKey: classKey(sheet.class.id) });
      void queries.invalidateQueries({ queryKey: waitingKey });
      if (published > 0) notify(text.done(published), 'success');
    },
    onFailed: (why) => notify(why, 'danger'),
  });
};

const PublishResultsDialog = (props: PublishResultsDialogProps) => {
  const sending = usePublishing(props);
  return (
    <Dialog
      actions={
        <>
          <Button onClick={props.onClose} variant="quiet" waits={sending.isPending}>
            {text.cancel}
          </Button>
          <Button busy={sending.isPending} data-autofocus onClick={() => sending.mutate()} variant="primary">
            {text.confirm}
          </Button>
        </>
      }
      busy={sending.isPending}
      onClose={props.onClose}
      open
      role="alertdialog"
      title={text.title}
    >
      <p>{text.ready(props.ready.length)}</p>
      {props.incomplete > 0 && <p className="mt-2">{text.incomplete(props.incomplete)}</p>}
    </Dialog>
  );
};
