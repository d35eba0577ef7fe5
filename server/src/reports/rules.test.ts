import { expect, test } from 'vitest';
import { completeIdentity, emailPrefix, phonePrefix } from '../people/rules.ts';
import { certificatePrefix } from './rules.ts';

test.each([
  ['A123456789', 'A123456789', undefined, 'a123456789', 'A123456789'],
  ['a123-456 789', 'A123456789', undefined, undefined, undefined],
  ['0912-345', '0912345', '0912345', '0912-345', '0912-345'],
  ['(02) 2000', undefined, '022000', undefined, undefined],
  ['0912', undefined, '0912', '0912', '0912'],
  ['091', undefined, undefined, '091', '091'],
  ['Lin.M@example.com', undefined, undefined, 'lin.m@example.com', undefined],
  ['TPE-CPR', 'TPECPR', undefined, 'tpe-cpr', 'TPE-CPR'],
  ['王小明', undefined, undefined, undefined, undefined],
  ["'; drop table", undefined, undefined, undefined, undefined],
])('%s may be identity %s, phone %s, e-mail %s, certificate %s', (q, identity, phone, email, certificate) => {
  expect([
    completeIdentity(q) ?? undefined,
    phonePrefix(q)?.from,
    emailPrefix(q)?.from,
    certificatePrefix(q)?.from,
  ]).toEqual([identity, phone, email, certificate]);
});

test('a prefix holds every text that begins with it, and no other', () => {
  const prefix = emailPrefix('lin@');
  const holds = (text: string) => prefix !== null && text >= prefix.from && text < prefix.below;
  expect(['lin@', 'lin@example.com', 'lin', 'lin.', 'lina@', 'kin@'].filter(holds)).toEqual([
    'lin@',
    'lin@example.com',
  ]);
});
