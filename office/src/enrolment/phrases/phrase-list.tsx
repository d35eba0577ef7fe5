import type { Phrase } from '@portal/contract/office/enrolment';
import { notify } from '@portal/kit/browser/notices.ts';
import { EmptyState } from '@portal/kit/ui/empty-state.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { ConfirmedAction } from '../../forms/confirmed-action.tsx';
import { DialogButton } from '../../forms/dialog-button.tsx';
import { MoveControls } from '../../forms/move-controls.tsx';
import { type Moves, useMoves } from '../../forms/use-moves.ts';
import { phrasesText as text } from '../../text/zh-TW/phrases.ts';
import { reviewPhrasesQuery, useSetPhrases } from '../api/get-phrases.ts';
import { orderPhrases } from '../api/order-phrases.ts';
import { removePhrase } from '../api/remove-phrase.ts';
import { EditDialog } from './edit-dialog.tsx';

interface PhraseListProps {
  phrases: readonly Phrase[];
  mayEdit: boolean;
}

export const PhraseList = ({ phrases, mayEdit }: PhraseListProps) => {
  const queries = useQueryClient();
  const { announcement, controlsOf } = useMoves({
    entries: phrases,
    nameOf: (phrase) => phrase.text,
    work: ({ ids }) => orderPhrases(ids),
    onDone: useSetPhrases(),
    onFailed: () => void queries.invalidateQueries({ queryKey: reviewPhrasesQuery.queryKey }),
  });
  if (phrases.length === 0) return <EmptyState title={text.empty}>{text.emptyHint}</EmptyState>;
  return (
    <>
      <ol aria-label={text.list} className="divide-y divide-line rounded-lg border border-line bg-surface">
        {phrases.map((phrase) => (
          <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2" key={phrase.id}>
            <span className="min-w-48 flex-1">{phrase.text}</span>
            {mayEdit && <PhraseActs moves={controlsOf(phrase)} phrase={phrase} />}
          </li>
        ))}
      </ol>
      <p className="sr-only" role="status">
        {announcement}
      </p>
    </>
  );
};

const PhraseActs = ({ phrase, moves }: { phrase: Phrase; moves: Moves }) => {
  const setPhrases = useSetPhrases();
  const removed = (phrases: Phrase[]) => {
    setPhrases(phrases);
    notify(text.remove.done, 'success');
  };
  return (
    <div className="flex flex-wrap items-center gap-1">
      <MoveControls {...moves} />
      <DialogButton
        dialog={(close) => <EditDialog onClose={close} phrase={phrase} />}
        label={text.edit.open}
        name={text.edit.label(phrase.text)}
        variant="quiet"
      />
      <ConfirmedAction
        confirmLabel={text.remove.confirm}
        label={text.remove.label(phrase.text)}
        onDone={removed}
        question={text.remove.really(phrase.text)}
        title={text.remove.title}
        work={() => removePhrase(phrase.id)}
      >
        {text.remove.open}
      </ConfirmedAction>
    </div>
  );
};
