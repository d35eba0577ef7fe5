import type { Phrase } from '@portal/contract/office/enrolment';
import { notify } from '@portal/kit/browser/notices.ts';
import { Button } from '@portal/kit/ui/button.tsx';
import { EmptyState } from '@portal/kit/ui/empty-state.tsx';
import { Icon } from '@portal/kit/ui/icon.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ConfirmedAction } from '../../forms/confirmed-action.tsx';
import { DialogButton } from '../../forms/dialog-button.tsx';
import { useAct } from '../../forms/use-act.ts';
import { phrasesText as text } from '../../text/zh-TW/phrases.ts';
import { reviewPhrasesQuery, useSetPhrases } from '../api/get-phrases.ts';
import { orderPhrases } from '../api/order-phrases.ts';
import { removePhrase } from '../api/remove-phrase.ts';
import { EditDialog } from './edit-dialog.tsx';
import { moved } from './moved.ts';

type By = -1 | 1;

interface PhraseListProps {
  phrases: readonly Phrase[];
  mayEdit: boolean;
}

export const PhraseList = ({ phrases, mayEdit }: PhraseListProps) => {
  const { move, told, isMoving } = useOrder(phrases);
  if (phrases.length === 0) return <EmptyState title={text.empty}>{text.emptyHint}</EmptyState>;
  return (
    <>
      <ol aria-label={text.list} className="divide-y divide-line rounded-lg border border-line bg-surface">
        {phrases.map((phrase, index) => (
          <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2" key={phrase.id}>
            <span className="min-w-48 flex-1">{phrase.text}</span>
            {mayEdit && (
              <PhraseActs
                isFirst={index === 0}
                isLast={index === phrases.length - 1}
                isMoving={isMoving}
                onMove={(by) => move(phrase.id, by)}
                phrase={phrase}
              />
            )}
          </li>
        ))}
      </ol>
      <p className="sr-only" role="status">
        {told}
      </p>
    </>
  );
};

const buttonId = (id: number, by: By): string => `phrase-${id}-${by < 0 ? 'up' : 'down'}`;

interface Move {
  readonly id: number;
  readonly by: By;
}

/** A moved element loses the focus: return it to the pressed button, or at the end of the list to the other one. */
const useFocusAfterMove = () => {
  const done = useRef<Move>(null);
  useEffect(() => {
    if (!done.current) return;
    const { id, by } = done.current;
    done.current = null;
    const button =
      document.getElementById(buttonId(id, by)) ?? document.getElementById(buttonId(id, -by as By));
    button?.focus();
  });
  return done;
};

const useOrder = (phrases: readonly Phrase[]) => {
  const queries = useQueryClient();
  const setPhrases = useSetPhrases();
  const [told, setTold] = useState('');
  const done = useFocusAfterMove();
  const send = useAct({
    work: ({ ids }: Move & { ids: number[] }) => orderPhrases(ids),
    onDone: (ordered, { id, by }) => {
      done.current = { id, by };
      setPhrases(ordered);
      const place = ordered.findIndex((phrase) => phrase.id === id);
      setTold(text.order.moved(ordered[place]?.text ?? '', place + 1, ordered.length));
    },
    onFailed: (why) => {
      notify(why, 'danger');
      queries.invalidateQueries({ queryKey: reviewPhrasesQuery.queryKey });
    },
  });
  const move = (id: number, by: By) => {
    const from = phrases.findIndex((phrase) => phrase.id === id);
    send.mutate({ id, by, ids: moved(phrases, from, by).map((phrase) => phrase.id) });
  };
  return { move, told, isMoving: send.isPending };
};

interface PhraseActsProps {
  phrase: Phrase;
  isFirst: boolean;
  isLast: boolean;
  isMoving: boolean;
  onMove: (by: By) => void;
}

const PhraseActs = ({ phrase, isFirst, isLast, isMoving, onMove }: PhraseActsProps) => {
  const setPhrases = useSetPhrases();
  const removed = (phrases: Phrase[]) => {
    setPhrases(phrases);
    notify(text.remove.done, 'success');
  };
  return (
    <div className="flex flex-wrap items-center gap-1">
      <MoveButton by={-1} isMoving={isMoving} isShown={!isFirst} onMove={onMove} phrase={phrase} />
      <MoveButton by={1} isMoving={isMoving} isShown={!isLast} onMove={onMove} phrase={phrase} />
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

interface MoveButtonProps extends Pick<PhraseActsProps, 'phrase' | 'isMoving' | 'onMove'> {
  by: By;
  isShown: boolean;
}

const MoveButton = ({ phrase: { id, text: phrase }, by, isShown, isMoving, onMove }: MoveButtonProps) => {
  if (!isShown) return <span className="w-13" />;
  return (
    <Button
      aria-label={by < 0 ? text.order.upLabel(phrase) : text.order.downLabel(phrase)}
      id={buttonId(id, by)}
      onClick={() => onMove(by)}
      variant="quiet"
      waits={isMoving}
    >
      <Icon className={by < 0 ? '' : 'rotate-180'} name="arrow-up" />
    </Button>
  );
};
