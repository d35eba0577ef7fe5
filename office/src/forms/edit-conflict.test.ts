import { CallRefused } from '@portal/kit/browser/call.ts';
import { Offline } from '@portal/kit/browser/transport.ts';
import { expect, test } from 'vitest';
import { editConflictOf } from './edit-conflict.ts';

const refused = (status: number, body: object) => new CallRefused({ status, text: JSON.stringify(body) });

const change = {
  key: 'event 7',
  at: '2026-06-01T09:30:00+08:00',
  actor: { kind: 'staff', id: 1, name: '周小姐' },
  action: 'class.postpone',
  changes: [],
};

test.each([
  [
    'a version that is not the last',
    refused(409, { code: 'changed_meanwhile', message: '周小姐 已…' }),
    true,
  ],
  ['a thing that is no longer in that state', refused(409, { code: 'line_used', message: '此明細…' }), true],
  ['one’s own call that is under way', refused(409, { code: 'in_flight', message: '處理中' }), false],
  ['a field that is wrong', refused(422, { code: 'invalid', message: '請填寫' }), false],
  ['an unreachable server', new Offline('Network Error'), false],
])('edit conflict: %s', (_, error, expected) => {
  expect(editConflictOf(error) !== null).toBe(expected);
});

test('has the changes that the server lists, and none if it lists none', () => {
  const newer = { version: 7, changes: [change] };
  expect(editConflictOf(refused(409, { message: '周小姐 已延期', newer }))).toMatchObject({
    message: '周小姐 已延期',
    newer: { version: 7, changes: [{ action: 'class.postpone' }] },
  });
  expect(editConflictOf(refused(409, { message: '此退費已處理', newer: 'unreadable' }))?.newer).toBeNull();
});
