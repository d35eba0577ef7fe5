import type { Endpoint } from '@portal/contract/endpoint';
import { refusals } from '@portal/contract/errors';
import { type Role, rightsOf, roles, rolesWith } from '@portal/contract/rights';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../app.ts';
import { describedCalls, nameOf } from '../described-calls.ts';
import { buildAccount, logIn } from '../factories/account.ts';
import { buildOrganization } from '../factories/catalogue.ts';
import { buildStaff, buildTotp, enterOffice, grant } from '../factories/staff.ts';
import { type Caller, callers, cells } from './office-table.ts';

const endpoints = await describedCalls('office');

let portal: TestPortal;
let headersOf: (caller: Caller) => Promise<Record<string, string>>;

beforeAll(async () => {
  portal = await openTestPortal();
  const { db } = portal;
  const [branch, other] = [
    await buildOrganization(db),
    await buildOrganization(db, { code: 'KHH', name: '高雄市分會' }),
  ];
  const grants: Partial<Record<Caller, [Role, number | null]>> = {
    admin: ['admin', null],
    suspended: ['admin', null],
    pending: ['admin', null],
    officer: ['officer', branch.id],
    officerElsewhere: ['officer', other.id],
    cashier: ['cashier', branch.id],
    cashierElsewhere: ['cashier', other.id],
    instructor: ['instructor', branch.id],
    editor: ['editor', null],
    auditor: ['auditor', branch.id],
    auditorElsewhere: ['auditor', other.id],
  };
  const trainee = await buildAccount(db);
  const build = async (caller: Caller) => {
    const [role, organizationId] = grants[caller] ?? ['auditor', null];
    const suspendedAt = caller === 'suspended' ? NOW : null;
    const staff = await buildStaff(db, { suspendedAt, grants: [grant(role, organizationId)] });
    await buildTotp(db, staff);
    return staff;
  };
  const built = new Map<Caller, ReturnType<typeof build>>();
  const staffOf = (caller: Caller) => {
    const found = built.get(caller) ?? build(caller);
    built.set(caller, found);
    return found;
  };
  headersOf = async (caller) => {
    const own = { 'sec-fetch-site': 'same-origin' };
    if (caller === 'guest') return own;
    if (caller === 'trainee') return { ...own, authorization: `Bearer ${await logIn(db, trainee)}` };
    const confirmedAt = caller === 'pending' ? null : NOW;
    // A session of its own for each call: some end it.
    return { ...own, cookie: await enterOffice(db, await staffOf(caller), { confirmedAt }) };
  };
});
afterAll(() => portal.close());

test('the table has a row for every described and served call of the office, and for no other', async () => {
  const { paths } = (await portal.app.inject('/api/docs/openapi.json')).json<{
    paths: Record<string, object>;
  }>();
  const served = Object.entries(paths)
    .filter(([url]) => url.startsWith('/api/office/'))
    .flatMap(([url, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${url.replace(/\{(\w+)\}/g, ':$1')}`),
    );
  const rows = Object.keys(cells).toSorted();
  expect(rows).toEqual(served.toSorted());
  expect(rows).toEqual(endpoints.map(nameOf).toSorted());
});

const send = (endpoint: Endpoint, headers: Record<string, string>) =>
  portal.app.inject({
    method: endpoint.method,
    url: endpoint.path.replace(/:id/, '999999').replace(/:registration/, '999999'),
    headers,
    ...(endpoint.method === 'GET' || !endpoint.body ? {} : { payload: {} }),
  });

/** The gate's answer, regardless of the call behind it. */
const cellOf = ({ statusCode }: { statusCode: number }) =>
  statusCode === 401 || statusCode === 403 ? String(statusCode) : 'in';

describe.each(endpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const))('%s', (name, endpoint) => {
  test('admits the roles that the table names', async () => {
    const seen: string[] = [];
    for (const caller of callers) {
      const answer = await send(endpoint, await headersOf(caller));
      expect([caller, answer.statusCode < 500]).toEqual([caller, true]);
      seen.push(`${caller} ${cellOf(answer)}`);
    }
    const words = (cells[name] ?? '').trim().split(/\s+/);
    expect(seen).toEqual(callers.map((caller, at) => `${caller} ${words[at]}`));
  });

  if (endpoint.method === 'GET') return;
  test('is refused to pages of another site, for any role', async () => {
    const { 'sec-fetch-site': _, ...headers } = await headersOf('admin');
    for (const site of [{}, { 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }]) {
      const answer = await send(endpoint, { ...headers, ...site });
      expect([answer.statusCode, answer.json().message]).toEqual([403, refusals.cross_site.text]);
    }
  });
});

test.each(roles)('a %s has a right only within the scope', (role) => {
  const held = Object.entries(rolesWith).filter(([, holders]) => (holders as readonly Role[]).includes(role));
  expect(held.length).toBeGreaterThan(0);
  expect(rightsOf([grant(role)])).toEqual(held.map(([right]) => right));
});
