import { expect, test } from 'vitest';
import { changedClassFields } from './class-changes.ts';

const NINE = new Date('2026-12-01T01:00:00Z');
const LONG = '字'.repeat(121);

test.each([
  ['nothing', { place: '教室' }, { place: '教室' }, null],
  [
    'one field of two',
    { place: '教室', fee: 1500 },
    { place: '泳池', fee: 1500 },
    [{ place: '教室' }, { place: '泳池' }],
  ],
  ['a list', { sessions: ['a', 'b'] }, { sessions: ['a'] }, [{ sessions: ['a', 'b'] }, { sessions: ['a'] }]],
  ['no field that the form lacks', { place: '教室', state: 'draft' }, { place: '教室' }, null],
  [
    'a time, as in Taipei',
    { applyFrom: null },
    { applyFrom: NINE },
    [{ applyFrom: null }, { applyFrom: '2026-12-01T09:00:00+08:00' }],
  ],
  [
    'HTML, as text',
    { html: '<p>舊</p>', paidHtml: '', info: null },
    { html: '<p>新</p>', paidHtml: '<b>匯款</b>', info: '<p>說明</p>' },
    [
      { html: '舊', paidHtml: '', info: null },
      { html: '新', paidHtml: '匯款', info: '說明' },
    ],
  ],
  [
    'other texts as they are',
    { place: '' },
    { place: '<b>教室</b>' },
    [{ place: '' }, { place: '<b>教室</b>' }],
  ],
  [
    'the beginning of a long text',
    { html: LONG.slice(1) },
    { html: LONG },
    [{ html: '字'.repeat(120) }, { html: `${'字'.repeat(120)}…` }],
  ],
])('a change of a class shows %s', (_, before, after, expected) => {
  expect(changedClassFields(before, after)).toEqual(expected && { before: expected[0], after: expected[1] });
});
