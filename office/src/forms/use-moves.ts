import { notify } from '@portal/kit/browser/notices.ts';
import { type PointerEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { movesText as text } from '../text/zh-TW/moves.ts';
import { dragEntry } from './drag-entry.ts';
import { moved } from './moved.ts';
import { useAct } from './use-act.ts';

export type By = -1 | 1;

interface NewOrder {
  readonly ids: number[];
  /** The order that the list shows. */
  readonly former: number[];
}

interface Press {
  readonly id: number;
  readonly by: By;
}

interface Move {
  readonly id: number;
  readonly to: number;
  /** Absent after a drag. */
  readonly press?: Press;
}

export interface MovesOptions<Entry, Answer> {
  readonly entries: readonly Entry[];
  readonly nameOf: (entry: Entry) => string;
  readonly work: (order: NewOrder) => Promise<Answer>;
  readonly onDone: (answer: Answer) => void;
  readonly onFailed: () => void;
}

/** A moved element loses the focus: return it to the pressed button, or at the end of the list to the other one. */
const useFocusAfterMove = (buttonId: (press: Press) => string) => {
  const done = useRef<Press>(null);
  useEffect(() => {
    if (!done.current) return;
    const { id, by } = done.current;
    done.current = null;
    const other: By = by === 1 ? -1 : 1;
    const find = (press: Press) => document.getElementById(buttonId(press));
    (find({ id, by }) ?? find({ id, by: other }))?.focus();
  });
  return done;
};

/** Keeps dropped rows in their places until the answer has come. */
const useSettling = (isMoving: boolean) => {
  const settle = useRef<() => void>(null);
  useLayoutEffect(() => {
    if (isMoving) return;
    settle.current?.();
    settle.current = null;
  });
  return settle;
};

const idsOf = (entries: readonly { readonly id: number }[]): number[] => entries.map(({ id }) => id);

/**
 * Moves entries of a list by the controls of `MoveControls`, which stand in its rows or list items. `announcement` belongs into
 * an element with the role `status`.
 */
export const useMoves = <Entry extends { readonly id: number }, Answer>({
  entries,
  nameOf,
  work,
  onDone,
  onFailed,
}: MovesOptions<Entry, Answer>) => {
  const prefix = useId();
  const buttonId = ({ id, by }: Press) => `${prefix}-${id}-${by < 0 ? 'up' : 'down'}`;
  const [announcement, setAnnouncement] = useState('');
  const done = useFocusAfterMove(buttonId);
  const send = useAct<Answer, Move & { order: Entry[] }>({
    work: ({ order }) => work({ ids: idsOf(order), former: idsOf(entries) }),
    onDone: (answer, { id, press, order }) => {
      done.current = press ?? null;
      onDone(answer);
      const place = order.findIndex((entry) => entry.id === id);
      const entry = order[place];
      if (entry) setAnnouncement(text.moved(nameOf(entry), place + 1, order.length));
    },
    onFailed: (why) => {
      notify(why, 'danger');
      onFailed();
    },
  });
  const settle = useSettling(send.isPending);
  const placeOf = (id: number) => entries.findIndex((entry) => entry.id === id);
  const move = ({ id, to, ...press }: Move) =>
    send.mutate({ id, to, ...press, order: moved(entries, placeOf(id), to) });
  const drag = (id: number, { currentTarget: handle, pointerId, clientY }: PointerEvent<HTMLElement>) =>
    dragEntry({
      ...{ handle, pointerId, clientY },
      onDrop: (to, whenDone) => {
        settle.current = whenDone;
        move({ id, to });
      },
    });
  const controlsOf = (entry: Entry) => ({
    name: nameOf(entry),
    isFirst: entries[0]?.id === entry.id,
    isLast: entries.at(-1)?.id === entry.id,
    isMoving: send.isPending,
    idOf: (by: By) => buttonId({ id: entry.id, by }),
    onMove: (by: By) => move({ id: entry.id, to: placeOf(entry.id) + by, press: { id: entry.id, by } }),
    onDrag: (event: PointerEvent<HTMLElement>) => drag(entry.id, event),
  });
  return { announcement, controlsOf };
};

export type Moves = ReturnType<ReturnType<typeof useMoves>['controlsOf']>;
