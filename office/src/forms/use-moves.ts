import { notify } from '@portal/kit/browser/notices.ts';
import { useEffect, useId, useRef, useState } from 'react';
import { movesText as text } from '../text/zh-TW/moves.ts';
import { moved } from './moved.ts';
import { useAct } from './use-act.ts';

export type By = -1 | 1;

interface Move {
  readonly id: number;
  readonly by: By;
}

interface MovesOptions<Entry, Answer> {
  readonly entries: readonly Entry[];
  readonly nameOf: (entry: Entry) => string;
  /** Sends the whole order. */
  readonly work: (ids: number[]) => Promise<Answer>;
  readonly onDone: (answer: Answer) => void;
  readonly onFailed: () => void;
}

/** A moved element loses the focus: return it to the pressed button, or at the end of the list to the other one. */
const useFocusAfterMove = (buttonId: (move: Move) => string) => {
  const done = useRef<Move>(null);
  useEffect(() => {
    if (!done.current) return;
    const { id, by } = done.current;
    done.current = null;
    const other: By = by === 1 ? -1 : 1;
    const find = (move: Move) => document.getElementById(buttonId(move));
    (find({ id, by }) ?? find({ id, by: other }))?.focus();
  });
  return done;
};

/** Moves entries of a list up and down by `MoveButtons`. `told` belongs into an element with the role `status`. */
export const useMoves = <Entry extends { readonly id: number }, Answer>({
  entries,
  nameOf,
  work,
  onDone,
  onFailed,
}: MovesOptions<Entry, Answer>) => {
  const prefix = useId();
  const buttonId = ({ id, by }: Move) => `${prefix}-${id}-${by < 0 ? 'up' : 'down'}`;
  const [told, setTold] = useState('');
  const done = useFocusAfterMove(buttonId);
  const send = useAct({
    work: ({ order }: Move & { order: Entry[] }) => work(order.map(({ id }) => id)),
    onDone: (answer, { id, by, order }) => {
      done.current = { id, by };
      onDone(answer);
      const place = order.findIndex((entry) => entry.id === id);
      const entry = order[place];
      if (entry) setTold(text.moved(nameOf(entry), place + 1, order.length));
    },
    onFailed: (why) => {
      notify(why, 'danger');
      onFailed();
    },
  });
  const move = (id: number, by: By) => {
    const from = entries.findIndex((entry) => entry.id === id);
    send.mutate({ id, by, order: moved(entries, from, by) });
  };
  const buttonsOf = (entry: Entry) => ({
    name: nameOf(entry),
    isFirst: entries[0]?.id === entry.id,
    isLast: entries.at(-1)?.id === entry.id,
    isMoving: send.isPending,
    idOf: (by: By) => buttonId({ id: entry.id, by }),
    onMove: (by: By) => move(entry.id, by),
  });
  return { told, buttonsOf };
};

export type Moves = ReturnType<ReturnType<typeof useMoves>['buttonsOf']>;
