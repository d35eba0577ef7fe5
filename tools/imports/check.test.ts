import { expect, test } from 'vitest';
import { eventReads, importsOf, refusals } from './check.mjs';
import { targetOf } from './paths.mjs';

test('every way to import is found, with its line', () => {
  const source = [
    "import type { A } from './a.ts';",
    "import './b.css';",
    "export { c } from '../c.ts';",
    "export * from './d.ts';",
    "const e = () => import('@portal/kit/ui/e.tsx');",
    'export const view = <p>import x from "./not.ts"</p>;',
  ].join('\n');
  expect(importsOf('web/src/x.tsx', source)).toEqual([
    { request: './a.ts', line: 1 },
    { request: './b.css', line: 2 },
    { request: '../c.ts', line: 3 },
    { request: './d.ts', line: 4 },
    { request: '@portal/kit/ui/e.tsx', line: 5 },
  ]);
});

test.each([
  ['../../platform/errors.ts', 'server/src/platform/errors.ts'],
  ['@portal/contract/dates', 'contract/src/dates.ts'],
  ['@portal/contract/office/staff', 'contract/src/office/staff.ts'],
  ['@portal/kit/ui/button.tsx', 'kit/src/ui/button.tsx'],
  ['node:fs', 'node:fs'],
  ['zod/mini', 'npm:zod/mini'],
])('%s leads to %s', (request, target) => {
  expect(targetOf('server/src/enrolment/seats/enrol.ts', request)).toBe(target);
});

test.each([
  ['a lower module', 'server/src/groups/x.ts', 'server/src/enrolment/seats/enrol.ts', true],
  ['a module two floors down', 'server/src/certificates/x.ts', 'server/src/mail/queue.ts', true],
  ['a higher module', 'server/src/enrolment/x.ts', 'server/src/groups/rules.ts', false],
  ['a module beside it', 'server/src/payment/x.ts', 'server/src/groups/rules.ts', false],
  ['a table of a higher module', 'server/src/accounts/x.ts', 'server/src/groups/tables.ts', true],
  ['states of a higher module', 'server/src/catalogue/x.ts', 'server/src/enrolment/states.ts', true],
  ['a module, from platform', 'server/src/platform/x.ts', 'server/src/accounts/tables.ts', false],
  ['the demo data, from a module', 'server/src/content/x.ts', 'server/demo/load.ts', false],
  ['the demo data, from the server that loads them', 'server/src/serve.ts', 'server/demo/load.ts', true],
  ['a presenter, from the demo data', 'server/demo/x.ts', 'server/src/accounts/present.ts', false],
  ['the actor of a higher module', 'server/src/accounts/x.ts', 'server/src/staff/actors.ts', true],
  ['the app, from a module', 'server/src/content/x.ts', 'server/src/app.ts', false],
  ['another module’s presenter', 'server/src/groups/x.ts', 'server/src/accounts/present.ts', false],
  [
    'another module’s queries for staff',
    'server/src/groups/x.ts',
    'server/src/enrolment/office/queries.ts',
    false,
  ],
  ['one’s own presenter', 'server/src/accounts/x.ts', 'server/src/accounts/present.ts', true],
  ['the database, from rules', 'server/src/enrolment/rules.ts', 'npm:drizzle-orm', false],
  ['the runtime, from a policy', 'server/src/groups/policy.ts', 'node:fs', false],
  [
    'a lower module’s rules, from rules',
    'server/src/payment/rules.ts',
    'server/src/enrolment/rules.ts',
    true,
  ],
  ['the runtime, from the contract', 'contract/src/dates.ts', 'node:fs', false],
  ['the web, from a server test', 'server/test/app.ts', 'web/src/main.ts', false],
  ['anything of the server, from its test', 'server/src/mail/x.test.ts', 'server/src/groups/routes.ts', true],
  ['the office, from the web', 'web/src/home/x.tsx', 'office/src/app/x.tsx', false],
  ['the kit, from the web', 'web/src/home/x.tsx', 'kit/src/ui/button.tsx', true],
  ['a page’s assembly, from a page', 'web/src/home/x.tsx', 'web/src/app/router.tsx', false],
  ['a page, from its assembly', 'web/src/app/x.tsx', 'web/src/home/home-page.tsx', true],
  ['a call, from a page', 'office/src/staff/members/x.tsx', 'office/src/platform/call.ts', false],
  ['a call, from a request', 'office/src/staff/api/x.ts', 'office/src/platform/call.ts', true],
  ['a call, from a page of the web', 'web/src/groups/x.tsx', 'web/src/platform/api.ts', false],
  ['the session, from the kit', 'kit/src/ui/x.tsx', 'web/src/platform/session.ts', false],
  ['a component, from texts', 'web/src/text/zh-TW/x.ts', 'kit/src/ui/button.tsx', false],
])('importing %s', (_, file, target, allowed) => {
  expect(refusals(file, target).length === 0).toBe(allowed);
});

test.each([
  ['a column in a query', 'select({ a: registrationEvents.data })', [1]],
  ['a field in SQL', "sql`select 1\nfrom registration_events e where e.data ->> 'payment' = '1'`", [2]],
  ['a value of the audit log', 'const roles = auditEvents.before;', [1]],
  ['the data of another table', "sql`select m.data ->> 'code' from mails m`", []],
  ['an event without its data', 'select({ at: auditEvents.at }).from(auditEvents)', []],
])('reading %s is found outside audit and privacy', (_, source, lines) => {
  expect(eventReads('server/src/payment/x.ts', source)).toEqual(lines);
  for (const open of ['server/src/audit/x.ts', 'server/src/privacy/x.ts', 'server/src/payment/x.test.ts'])
    expect(eventReads(open, source)).toEqual([]);
});
