import { useLayoutEffect, useRef } from 'react';
import { useShortcuts } from '../../platform/shortcuts.ts';
import { paymentsText } from '../../text/zh-TW/payments.ts';

const text = paymentsText.matches;

const rowOf = (id: string) => document.getElementById(id);

const placeOfFocus = (ids: readonly string[]) =>
  ids.findIndex((id) => rowOf(id)?.contains(document.activeElement));

/** J and K move between the rows with these ids. When a row is done, the next one gets the focus. */
export const useRowKeys = (ids: readonly string[]): void => {
  const last = useRef(0);
  const focusRow = (at: number) => {
    last.current = Math.min(ids.length - 1, Math.max(0, at));
    const id = ids[last.current];
    if (id !== undefined) rowOf(id)?.focus();
  };
  const move = (by: number) => () => {
    const at = placeOfFocus(ids);
    focusRow(at < 0 ? (by > 0 ? 0 : last.current) : at + by);
  };
  const shown = ids.join(' ');
  const former = useRef(shown);
  useLayoutEffect(() => {
    if (former.current === shown) return;
    former.current = shown;
    const isFocusLost = [document.body, document.getElementById('content')].some(
      (element) => element === document.activeElement,
    );
    const id = shown.split(' ')[last.current] ?? shown.split(' ').at(-1);
    if (isFocusLost && id) rowOf(id)?.focus();
  }, [shown]);
  useShortcuts(text.shortcuts, [
    { keys: 'j', label: text.next, run: move(1) },
    { keys: 'k', label: text.previous, run: move(-1) },
  ]);
};
