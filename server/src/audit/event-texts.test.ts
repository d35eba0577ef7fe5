import { expect, test } from 'vitest';
import { changesOf, presentActor } from './event-texts.ts';

test.each([
  ['staff:3', 'staff', 3],
  ['account:12', 'account', 12],
  ['system', 'system', null],
])('presents the actor %s', (actor, kind, id) => {
  expect(presentActor({ actor, actorName: null })).toEqual({ kind, id, name: null });
});

const names = new Map([[1, '臺北市分會']]);

test.each<[value: unknown, text: string | null]>([
  [null, null],
  [undefined, null],
  [0, '0'],
  [['甲', 2], '甲、2'],
  [{ city: '臺北市' }, '{"city":"臺北市"}'],
  [[{ role: 'officer', organizationId: 1 }], '承辦人員（臺北市分會）'],
  [[{ role: 'officer', organizationId: 2 }], '承辦人員（2）'],
  [[{ role: 'admin', organizationId: null }], '系統管理員（全會）'],
  [[{ role: 'admin' }, { organizationId: 1 }], '{"role":"admin"}、{"organizationId":1}'],
])('writes the value %j of a changed field', (value, text) => {
  expect(changesOf(null, { field: value }, names)).toEqual([{ field: 'field', before: null, after: text }]);
});

test('lists each field of before and after once, and data without fields as a value', () => {
  expect(changesOf({ fee: 1500, place: 'A' }, { place: 'B', hours: 8 }, names)).toEqual([
    { field: 'fee', before: '1500', after: null },
    { field: 'place', before: 'A', after: 'B' },
    { field: 'hours', before: null, after: '8' },
  ]);
  expect(changesOf(undefined, ['甲'], names)).toEqual([{ field: 'value', before: null, after: '甲' }]);
  expect(changesOf('舊', '新', names)).toEqual([{ field: 'value', before: '舊', after: '新' }]);
  expect(changesOf(null, null, names)).toEqual([]);
});
