import { expect, test } from 'vitest';
import { stayingThings } from './rules.ts';

const registration = (id: number, isChanged = false) => ({ id, isChanged });
const certificate = (
  id: number,
  of: { registrationId?: number; replacedById?: number; isChanged?: boolean } = {},
) => ({ id, registrationId: null, replacedById: null, isChanged: false, ...of });

test.each([
  ['nothing that is unchanged', [registration(1)], [certificate(11, { registrationId: 1 })], [[], []]],
  ['what was changed', [registration(1, true), registration(2)], [certificate(11)], [[1], []]],
  [
    'the certificate of a changed registration',
    [registration(1, true)],
    [certificate(11, { registrationId: 1 })],
    [[1], [11]],
  ],
  [
    'the registration of a changed certificate',
    [registration(1)],
    [certificate(11, { registrationId: 1, isChanged: true })],
    [[1], [11]],
  ],
  [
    'a chain of certificates as a whole, with their registrations',
    [registration(1), registration(2), registration(3)],
    [
      certificate(11, { registrationId: 1, replacedById: 12 }),
      certificate(12, { registrationId: 2, replacedById: 13 }),
      certificate(13, { isChanged: true }),
      certificate(14, { registrationId: 3 }),
    ],
    [
      [1, 2],
      [11, 12, 13],
    ],
  ],
  [
    'the successor of a changed certificate',
    [],
    [certificate(11, { replacedById: 12, isChanged: true }), certificate(12)],
    [[], [11, 12]],
  ],
] as const)('%s stays', (_, registrations, certificates, expected) => {
  const staying = stayingThings({ registrations, certificates });
  expect([[...staying.registrations].toSorted(), [...staying.certificates].toSorted()]).toEqual(expected);
});
