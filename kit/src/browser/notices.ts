import { useSyncExternalStore } from 'react';

export interface ShownNotice {
  readonly id: number;
  readonly tone: 'info' | 'success' | 'danger';
  readonly text: string;
}

/** Milliseconds that a notice is shown. Hover or focus keeps it longer. */
export const NOTICE_STAYS = 8000;

let notices: readonly ShownNotice[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

const show = (next: readonly ShownNotice[]) => {
  notices = next;
  for (const listener of listeners) listener();
};

/** Shows a short notice that survives navigation, for example the reason for a redirect. */
export const notify = (text: string, tone: ShownNotice['tone'] = 'info'): void => {
  lastId += 1;
  const notice: ShownNotice = { id: lastId, tone, text };
  show([...notices.filter((other) => other.text !== text).slice(-2), notice]);
};

export const dismissNotice = (id: number): void => show(notices.filter((notice) => notice.id !== id));

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useNotices = (): readonly ShownNotice[] => useSyncExternalStore(subscribe, () => notices);
