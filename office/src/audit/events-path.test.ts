import { events } from '@portal/contract/office/audit';
import { expect, test } from 'vitest';
import { eventsPath } from './events-path.ts';

test.each([
  [{ thing: { subject: 'registration', id: 5 } }, { thing: 'registration:5' }],
  [{ account: 12 }, { account: 12 }],
  [{ staff: 3 }, { actor: 'staff:3' }],
] as const)('the address for %j has a filter that the list understands', (filter, expected) => {
  const [path, search] = eventsPath(filter).split('?');
  expect(path).toBe('/audit');
  const given = Object.fromEntries(new URLSearchParams(search));
  expect(events.query.parse(given)).toMatchObject(expected);
});
