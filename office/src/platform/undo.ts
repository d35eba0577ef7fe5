import { UNDO_SECONDS } from '@portal/contract/office/undo';
import { CallRefused } from '@portal/kit/browser/call.ts';
import { failureText } from '@portal/kit/browser/failure-text.ts';
import { notify } from '@portal/kit/browser/notices.ts';
import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';

/** Something of an act that stays done. */
interface LeftDone {
  readonly id: number;
  readonly name: string;
  readonly why: string | null;
}

export interface UndoOutcome {
  /** Null if the act has said itself what came of it. */
  readonly text: string | null;
  readonly left?: readonly LeftDone[];
}

export interface UndoableAct {
  /** Says what was done, to be shown. */
  readonly text: string;
  readonly undo: (queries: QueryClient) => Promise<UndoOutcome>;
  /** Shows what came of it; by default a notice. `isWhole` is false if something of the act stays done. */
  readonly say?: (text: string, isWhole: boolean) => void;
}

interface UndoOffer extends UndoableAct {
  readonly id: number;
  /** In milliseconds. */
  readonly until: number;
}

interface UndoState {
  /** The newest is the last. */
  readonly offers: readonly UndoOffer[];
  /** The act that was undone only in part. It is shown until the person closes it. */
  readonly partial: (UndoOutcome & { readonly left: readonly LeftDone[] }) | null;
  /** How many acts are being sent that will be offered. */
  readonly sending: number;
  /** How many pages show the offer themselves. */
  readonly shownByPages: number;
}

let state: UndoState = { offers: [], partial: null, sending: 0, shownByPages: 0 };
let lastId = 0;
const listeners = new Set<() => void>();

const change = (next: Partial<UndoState>) => {
  state = { ...state, ...next };
  for (const listener of listeners) listener();
};

const withdraw = (id: number) => change({ offers: state.offers.filter((offer) => offer.id !== id) });

/** Offers to undo what was just done, on every page, until its mail leaves. Returns the id of the offer. */
export const offerUndo = (act: UndoableAct): number => {
  lastId += 1;
  const id = lastId;
  const offer = { ...act, id, until: Date.now() + UNDO_SECONDS * 1000 };
  change({ offers: [...state.offers, offer] });
  setTimeout(() => withdraw(id), UNDO_SECONDS * 1000);
  return id;
};

/** Acts that were not undone because the server could not be asked are offered again. */
const offerAgain = (offer: UndoOffer) => {
  if (Date.now() >= offer.until) return;
  change({ offers: [...state.offers, offer].toSorted((a, b) => a.id - b.id) });
};

const isRefused = (error: unknown): boolean => error instanceof CallRefused && error.status < 500;
const isSessionEnded = (error: unknown): boolean => error instanceof CallRefused && error.status === 401;

const run = async (offer: UndoOffer, queries: QueryClient): Promise<void> => {
  try {
    // As a mutation, so that the end of the session is noticed.
    const mutation = queries
      .getMutationCache()
      .build<UndoOutcome, Error, void, unknown>(queries, { mutationFn: () => offer.undo(queries) });
    const { text, left = [] } = await mutation.execute();
    if (left.length > 0) change({ partial: { text, left } });
    const say = offer.say ?? (left.length > 0 ? null : sayDone);
    if (text !== null) say?.(text, left.length === 0);
  } catch (error) {
    if (!isSessionEnded(error)) notify(failureText(error), 'danger');
    if (isSessionEnded(error) || !isRefused(error)) offerAgain(offer);
    else void queries.refetchQueries({ type: 'active' });
  }
};

const sayDone = (text: string) => notify(text, 'success');

let running = Promise.resolve();

/** An act that is being sent is the last one: an undo waits for it. `sent` must not be rejected. */
export const awaitBeforeUndo = (sent: Promise<void>): void => {
  change({ sending: state.sending + 1 });
  running = running.then(() => sent);
  void sent.then(() => change({ sending: state.sending - 1 }));
};

const takeNewest = (): UndoOffer | undefined => {
  const offer = state.offers.at(-1);
  if (offer) withdraw(offer.id);
  return offer;
};

/** Undoes what was done last. Called again, it undoes what was done before that. */
export const undoLast = (queries: QueryClient): void => {
  const [isSending, formerId] = [state.sending > 0, lastId];
  const taken = isSending ? undefined : takeNewest();
  running = running.then(async () => {
    // If the act that was being sent has failed, there is nothing to undo.
    const hasNewer = (state.offers.at(-1)?.id ?? 0) > formerId;
    const offer = isSending && hasNewer ? takeNewest() : taken;
    if (offer) await run(offer, queries);
  });
};

export const endUndoOffers = (): void => change({ offers: [] });

export const closePartialUndo = (): void => change({ partial: null });

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const undoState = (): UndoState => state;

export const useUndoState = (): UndoState => useSyncExternalStore(subscribe, undoState);

/** Returns the newest act that can be undone. */
export const useUndoOffer = (): UndoOffer | null => useUndoState().offers.at(-1) ?? null;

/** For a page that shows the offer where it is not in the way. */
export const useOwnUndoOffer = (): UndoOffer | null => {
  useEffect(() => {
    change({ shownByPages: state.shownByPages + 1 });
    return () => change({ shownByPages: state.shownByPages - 1 });
  }, []);
  return useUndoOffer();
};
