import { browserStorage } from '@portal/kit/browser/storage.ts';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { type KeyPress, keyName, nextStep } from './shortcut-keys.ts';

export interface Shortcut {
  /** `a`, `shift+a`, `?`, `ctrl+k`, or two keys: `g t`. */
  readonly keys: string;
  readonly label: string;
  readonly run: () => void;
}

interface ShortcutGroup {
  /** The name in the list of shortcuts. */
  readonly name: string;
  readonly shortcuts: readonly Shortcut[];
}

const groups = new Set<{ readonly current: ShortcutGroup }>();

/** Activates the shortcuts while mounted. If two have the same key, the later one works. */
export const useShortcuts = (name: string, shortcuts: readonly Shortcut[]): void => {
  const group = useRef<ShortcutGroup>({ name, shortcuts });
  useEffect(() => {
    group.current = { name, shortcuts };
  });
  useEffect(() => {
    groups.add(group);
    return () => {
      groups.delete(group);
    };
  }, []);
};

/** Returns the shortcuts of the page first. */
export const offeredShortcuts = (): ShortcutGroup[] =>
  [...groups]
    .map(({ current }) => current)
    .filter(({ shortcuts }) => shortcuts.length > 0)
    .reverse();

const SETTING = 'office.singleKeys';
const listeners = new Set<() => void>();

const areSingleKeysOn = (): boolean => browserStorage.get(SETTING) !== 'off';

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** Speech input and unsteady hands trigger plain letters (WCAG 2.1.4). */
export const useSingleKeys = () => {
  const areOn = useSyncExternalStore(subscribe, areSingleKeysOn);
  const turn = (on: boolean) => {
    if (on) browserStorage.remove(SETTING);
    else browserStorage.set(SETTING, 'off');
    for (const listener of listeners) listener();
  };
  return [areOn, turn] as const;
};

const FIELDS =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]:not([contenteditable="false"])';

/** Fields and open dialogs get their own keys. */
const isTaken = ({ target }: KeyboardEvent): boolean =>
  (target instanceof Element && target.closest(FIELDS) !== null) ||
  document.querySelector('dialog[open]') !== null;

const matches = (event: KeyboardEvent, pressed: KeyPress): boolean => {
  if (event.defaultPrevented || event.repeat || event.isComposing) return false;
  if (pressed.withControl) return document.querySelector('dialog[open]') === null;
  return areSingleKeysOn() && !isTaken(event);
};

/** Milliseconds. */
const SEQUENCE_PAUSE_MS = 1500;

/** Used once, in the frame. */
export const useShortcutKeys = (): void => {
  useEffect(() => {
    let before: { readonly key: string; readonly at: number } | null = null;
    const press = (event: KeyboardEvent) => {
      const pressed = keyName(event);
      if (!pressed || !matches(event, pressed)) return;
      const first = before && event.timeStamp - before.at < SEQUENCE_PAUSE_MS ? before.key : null;
      const offered = offeredShortcuts().flatMap(({ shortcuts }) => shortcuts);
      const { found, waitsAfter } = nextStep(offered, first, pressed.name);
      before = waitsAfter === null ? null : { key: waitsAfter, at: event.timeStamp };
      if (!found) return;
      event.preventDefault();
      found.run();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
};
