import { expect, test } from 'vitest';
import { groupCertificatesText } from '../../text/zh-TW/group-certificates.ts';
import { needFaults, needsText, readNeeds, typedNeeds } from './needs-values.ts';

const text = groupCertificatesText.form;
const rest = { valid: 0, ending: 0, under_way: 0, short: 0, to_enrol: [] };
const kinds = [
  { id: 4, name: '急救人員', count: 3, ...rest },
  { id: 7, name: '堆高機', count: 5, ...rest },
];
const typed = (kind: string, count: string, key = 0) => ({ key, kind, count });

test('what is stored is typed and read again', () => {
  expect(readNeeds(typedNeeds({ kinds }))).toEqual([
    { kind: 4, count: 3 },
    { kind: 7, count: 5 },
  ]);
});

test.each([
  ['', '3', { kind: text.chooseKind }],
  ['4', '', { count: text.wrongCount }],
  ['4', '0', { count: text.wrongCount }],
  ['4', '1001', { count: text.wrongCount }],
  ['4', '1.5', { count: text.wrongCount }],
  ['4', '1000', {}],
])('the kind %j for %j people', (kind, count, faults) => {
  expect(needFaults([typed(kind, count)])).toEqual([faults]);
});

test('the second of two equal kinds is at fault', () => {
  expect(needFaults([typed('4', '1'), typed('4', '2', 1)])).toEqual([{}, { kind: text.twice }]);
});

test('needs are read aloud', () => {
  expect(needsText({ kinds })).toBe('急救人員 3 人、堆高機 5 人');
  expect(needsText({ kinds: [] })).toBe('無');
});
