import { useSyncExternalStore } from 'react';

export interface ShownNotice {
  readonly id: number;
  readonly tone: 'info' | 'success' | 'danger';
  readonly text: string;
  /** In milliseconds. */
  readonly raised: number;
}

/** In milliseconds. Hover or focus keeps a notice longer. */
export const NOTICE_MS = 6000;

let notices: readonly ShownNotice[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

const show = (next: readonly ShownNotice[]) => {
  notices = next;
  for (const listener of listeners) listener();
};

export const notify = (text: string, tone: ShownNotice['tone'] = 'info'): void => {
  lastId += 1;
  const notice: ShownNotice = { id: lastId, tone, text, raised: Date.now() };
  show([...notices.filter((other) => other.text !== text).slice(-2), notice]);
};

export const dismissNotice = (id: number): void => show(notices.filter((notice) => notice.id !== id));

/** In milliseconds. A page that leads back at once, because of a refusal, does so within this time. */
const REDIRECT_MS = 1000;

/** The notices that were shown when the person last pressed something or went back. */
let former = notices;
export const markFormerNotices = ({ type }: Event): void => {
  former = notices.filter(({ raised }) => type === 'click' || Date.now() - raised > REDIRECT_MS);
};

/** Call it on another page. Keeps notices that came together with the navigation. */
export const endFormerNotices = (): void => show(notices.filter((notice) => !former.includes(notice)));

export const clearNotices = (): void => show([]);

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

const none: readonly ShownNotice[] = [];
export const useNotices = (): readonly ShownNotice[] =>
  useSyncExternalStore(
    subscribe,
    () => notices,
    () => none,
  );
