import { expect, test } from 'vitest';
import { keyName, nextStep } from './shortcut-keys.ts';

const plain = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

test.each([
  [{ ...plain, key: 'a' }, 'a'],
  // Caps lock is no other shortcut.
  [{ ...plain, key: 'A' }, 'a'],
  [{ ...plain, key: 'A', shiftKey: true }, 'shift+a'],
  [{ ...plain, key: '?', shiftKey: true }, '?'],
  [{ ...plain, key: 'k', ctrlKey: true }, 'ctrl+k'],
  [{ ...plain, key: 'k', metaKey: true }, 'ctrl+k'],
  [{ ...plain, key: 'k', altKey: true }, undefined],
  [{ ...plain, key: 'Enter' }, undefined],
  // An input method is at work.
  [{ ...plain, key: 'Process' }, undefined],
])('the name of the pressed key %o is %s', (pressed, name) => {
  expect(keyName(pressed)?.name).toBe(name);
});

const offered = [
  { keys: 'a' },
  { keys: 'r' },
  { keys: 'shift+r' },
  { keys: 'ctrl+k' },
  { keys: 'g t' },
  { keys: 'g a' },
];

test.each([
  ['a single key', null, 'a', 'a', null],
  ['a single key with shift', null, 'shift+a', 'a', null],
  ['a key that has another shortcut with shift', null, 'shift+r', 'shift+r', null],
  ['the same key without shift', null, 'r', 'r', null],
  ['the first of two keys', null, 'g', undefined, 'g'],
  ['the second of two keys', 'g', 't', 'g t', null],
  ['two keys before a single one', 'g', 'a', 'g a', null],
  ['an unknown second key', 'g', 'x', undefined, null],
  ['the first key again', 'g', 'g', undefined, 'g'],
  ['a key that follows nothing', null, 't', undefined, null],
  ['a key with control', 'g', 'ctrl+k', 'ctrl+k', null],
])('%s', (_, first, pressed, keys, waitsAfter) => {
  const step = nextStep(offered, first, pressed);
  expect([step.found?.keys, step.waitsAfter]).toEqual([keys, waitsAfter]);
});
