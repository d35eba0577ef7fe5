import type { Endpoint } from '@portal/contract/endpoint';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describedCalls, nameOf } from '../described-calls.ts';
import type { Place, Sent } from '../office-requests.ts';
import { type Branches, openBranches, rolesOf } from './branches.ts';
import { reads } from './office-reads.ts';

/* Without a filter, a list shows staff of a branch nothing of another one: lists of records, of work and of settings. */

const ASSOCIATION = 'It lists what belongs to the whole association.';

const OWN = 'It lists what belongs to the caller.';
const ASKS = 'It asks for an organisation: office-scopes.test.ts.';
const COUNTS = 'It asks for a period: reports.test.ts.';
const exceptions: Readonly<Record<string, string>> = {
  'GET /api/office/review-phrases': ASSOCIATION,
  'GET /api/office/courses': ASSOCIATION,
  'GET /api/office/certificate-kinds': ASSOCIATION,
  'GET /api/office/choices': ASSOCIATION,
  'GET /api/office/certificate-layouts': ASSOCIATION,
  'GET /api/office/certificate-register/kinds': ASSOCIATION,
  'GET /api/office/branding': ASSOCIATION,
  'GET /api/office/branding/history': ASSOCIATION,
  'GET /api/office/letters': ASSOCIATION,
  'GET /api/office/content': ASSOCIATION,
  'GET /api/office/footer': ASSOCIATION,
  'GET /api/office/footer/history': ASSOCIATION,
  'GET /api/office/banners': ASSOCIATION,
  'GET /api/office/intro-types': ASSOCIATION,
  'GET /api/office/pictures': ASSOCIATION,
  'GET /api/office/site-pages': ASSOCIATION,
  'GET /api/office/class-choices/courses': ASSOCIATION,
  'GET /api/office/class-choices': ASKS,
  'GET /api/office/class-drafts/course': ASKS,
  'GET /api/office/reports': COUNTS,
  'POST /api/office/reports/export': COUNTS,
  'GET /api/office/scope': OWN,
  'GET /api/office/jobs': OWN,
  'GET /api/office/factors': OWN,
  'GET /api/office/sessions': OWN,
  'GET /api/office/preferences': OWN,
};

/** Its own exports are events too. */
const ofRegistrations = { subject: 'registration' };

const withoutFilter = ({ method, path }: Endpoint): Sent => {
  if (method === 'GET') return {};
  return { body: { format: 'csv', ...(path.includes('/events/') && ofRegistrations) } };
};

const isList = ({ method, path, access }: Endpoint): boolean =>
  !path.includes(':') && !access.startsWith('office.') && (method === 'GET' || path.endsWith('/export'));

/** Whether a role that is held for a branch may read it. */
const isForBranches = (endpoint: Endpoint): boolean => rolesOf(endpoint).length > 0;

const listed = reads.filter(
  ([endpoint]) => isList(endpoint) && isForBranches(endpoint) && !(nameOf(endpoint) in exceptions),
);

let branches: Branches;
beforeAll(async () => {
  branches = await openBranches();
});
afterAll(() => branches.close());

describe.each(
  listed.flatMap(([endpoint, prepare]) =>
    rolesOf(endpoint).map((role) => [nameOf(endpoint), role, endpoint, prepare] as const),
  ),
)('%s for %s', (_name, role, endpoint, prepare: (at: Place) => Promise<Sent>) => {
  test('stays as it is when another branch gets a record', async () => {
    const { here, there, ask } = branches;
    const read = () => ask(role, endpoint, withoutFilter(endpoint));
    await prepare(here);
    const before = await read();
    expect(before.status).toBe(200);
    await prepare(there);
    expect(await read()).toEqual(before);
    await prepare(here);
    expect(await read()).not.toEqual(before);
  });
});

test('every list that staff of a branch may read is above', async () => {
  const lists = (await describedCalls('office')).filter(isList).filter(isForBranches);
  const known = [...listed.map(([endpoint]) => nameOf(endpoint)), ...Object.keys(exceptions)];
  expect(known.toSorted()).toEqual(lists.map(nameOf).toSorted());
});
