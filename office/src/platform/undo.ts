import { UNDO_SECONDS } from '@portal/contract/office/undo';
import { useSyncExternalStore } from 'react';

interface UndoOffer {
  /** What was done. */
  readonly text: string;
  readonly undo: () => void;
}

let offer: UndoOffer | null = null;
let ending: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

const show = (next: UndoOffer | null) => {
  clearTimeout(ending);
  offer = next;
  for (const listener of listeners) listener();
};

export const endUndoOffer = (): void => show(null);

/** Offers to undo what was just done, on every page, until its mail leaves. Only the last act is offered. */
export const offerUndo = (text: string, undo: () => void): void => {
  show({ text, undo });
  ending = setTimeout(endUndoOffer, UNDO_SECONDS * 1000);
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useUndoOffer = (): UndoOffer | null => useSyncExternalStore(subscribe, () => offer);
