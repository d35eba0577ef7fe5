import type { Endpoint } from '@portal/contract/endpoint';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describedCalls, nameOf } from '../described-calls.ts';
import { type Field, fieldsOf } from '../hostile/schema.ts';
import { type Place, type Sent, writes } from '../office-requests.ts';
import { type Branches, openBranches, rolesOf } from './branches.ts';
import { reads } from './office-reads.ts';

/* Staff of an organisation get the same answer for a record of another one as for a record that does not exist. */

const endpoints = (await describedCalls('office')).filter(({ access }) => !access.startsWith('office.'));

const ASSOCIATION = 'It belongs to the whole association.';
const OWN = 'It belongs to one staff account: own-account.test.ts.';
const ASKED = 'It belongs to who asked for it: jobs.test.ts.';
const NEW = 'It is the code of a class that does not exist yet.';
const NEW_GROUP = 'It is the code of a group that does not exist yet.';
const SIGNED = 'It is a signed code that a trainee shows: attendance.test.ts.';
const SESSION = 'A session that is not of the class counts as a new one.';
const NARROWS = 'It narrows which people of the organisation are listed: incident-routes.test.ts.';
const MAILED = 'It is a code that was mailed to a trainee: applicants.test.ts.';
/** Fields that may name a thing of another branch, in one call or in `every` call, with the reason. */
const exceptions: [name: string, field: RegExp, reason: string][] = [
  ['every', /\.(course|courseId|subjectId|groupCode|phraseIds)$/, ASSOCIATION],
  ['GET /api/office/courses/:id', /^params\.id$/, ASSOCIATION],
  ['GET /api/office/courses/:id/history', /^params\.id$/, ASSOCIATION],
  ['GET /api/office/certificate-kinds/:id', /^params\.id$/, ASSOCIATION],
  ['GET /api/office/certificate-layouts/:id', /^params\.id$/, ASSOCIATION],
  ['GET /api/office/certificate-layouts/:id/history', /^params\.id$/, ASSOCIATION],
  ['GET /api/office/certificate-reminders/:id', /^params\.id$/, ASSOCIATION],
  ['GET /api/office/banners/:id', /^params\.id$/, ASSOCIATION],
  ['GET /api/office/banners/:id/history', /^params\.id$/, ASSOCIATION],
  ['GET /api/office/intro-types/:id', /^params\.id$/, ASSOCIATION],
  ['GET /api/office/intros/:id', /^params\.id$/, ASSOCIATION],
  ['GET /api/office/intros/:id/history', /^params\.id$/, ASSOCIATION],
  ['DELETE /api/office/sessions/:id', /^params\.id$/, OWN],
  ['POST /api/office/passkeys/:id', /^params\.id$/, OWN],
  ['DELETE /api/office/passkeys/:id', /^params\.id$/, OWN],
  ['GET /api/office/jobs/:id', /^params\.id$/, ASKED],
  ['POST /api/office/jobs/:id/stop', /^params\.id$/, ASKED],
  ['POST /api/office/jobs/:id/continue', /^params\.id$/, ASKED],
  ['GET /api/office/jobs/:id/file', /^params\.id$/, ASKED],
  ['every', /\.credential\.(id|rawId)$/, OWN],
  ['POST /api/office/totp', /^body\.code$/, OWN],
  ['POST /api/office/classes', /^body\.code$/, NEW],
  ['POST /api/office/groups', /^body\.code$/, NEW_GROUP],
  ['POST /api/office/privacy/incidents', /^body\.(staffId|fileId)$/, NARROWS],
  ['POST /api/office/privacy/incidents/:id', /^body\.(staffId|fileId)$/, NARROWS],
  ['POST /api/office/classes/:id', /^body\.code$/, NEW],
  ['POST /api/office/classes/:id/check-ins', /^body\.code$/, SIGNED],
  ['POST /api/office/enrolments/person', /^body\.code$/, MAILED],
  ['every', /^body\.sessions\.id$/, SESSION],
];

type Path = readonly string[];

const names =
  /^(id|ids|account|attachment|class|code|course|document|group|organization|registration|thing|\w+(Ids?|Code))$/;
const isId = (path: Path): boolean => names.test(path.at(-1) ?? '');

const fieldPaths = (field: Field, path: Path): Path[] =>
  field.inner.length > 0 ? field.inner.flatMap((inner) => fieldPaths(inner, [...path, inner.name])) : [path];

/** `body.marks.registrationId` */
const idFieldsOf = (endpoint: Endpoint): string[] =>
  (['params', 'query', 'body'] as const)
    .flatMap((part) => fieldsOf(endpoint[part]).flatMap((field) => fieldPaths(field, [part, field.name])))
    .filter(isId)
    .map((path) => path.join('.'));

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Buffer.isBuffer(value);

/** The value with every id replaced: by what `change` makes of it. */
const replaceIds = (
  value: unknown,
  change: (path: Path, id: unknown) => unknown,
  path: Path = [],
): unknown => {
  if (Array.isArray(value)) return value.map((each) => replaceIds(each, change, path));
  if (isRecord(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [name, replaceIds(each, change, [...path, name])]),
    );
  return isId(path) && value !== null ? change(path, value) : value;
};

const withIds = (sent: Sent, change: (field: string, id: unknown) => unknown): Sent => {
  const { params, query, fields } = sent;
  // A form with a file has its fields where other calls have a body.
  const parts = { params, query, body: fields ?? sent.body };
  const { body, ...changed } = replaceIds(parts, (path, id) => change(path.join('.'), id)) as Sent;
  return { ...sent, ...changed, ...(fields ? { fields: body as typeof fields } : { body }) };
};

/** The first id in each field. */
const idsIn = (sent: Sent): Map<string, unknown> => {
  const found = new Map<string, unknown>();
  withIds(sent, (field, id) => {
    if (!found.has(field)) found.set(field, id);
    return id;
  });
  return found;
};

const NOBODY = 999_999;
/** An id of the same form that no record has. */
const missing = (id: unknown): unknown => {
  if (typeof id === 'number') return NOBODY;
  const text = String(id);
  if (/^\d+$/.test(text)) return String(NOBODY);
  if (/^\w+:\d+$/.test(text)) return text.replace(/\d+/, String(NOBODY));
  return /^[0-9a-f]{64}$/.test(text) ? '0'.repeat(64) : 'NOWHERE-0001';
};

let branches: Branches;
beforeAll(async () => {
  branches = await openBranches();
});
afterAll(() => branches.close());

/** The answer repeats the ids that were asked for: they are left out of the comparison. */
const withoutIds = ({ status, body }: { status: number; body: string }, ids: readonly unknown[]) => {
  const hide = (name: string, value: unknown) =>
    /id$/i.test(name) && (value === NOBODY || ids.includes(value)) ? 'asked' : value;
  return { status, body: body.startsWith('{') ? JSON.stringify(JSON.parse(body, hide)) : body };
};

type Request = [endpoint: Endpoint, prepare: (at: Place) => Promise<Sent>];

const requests: Request[] = [
  ...reads,
  ...writes
    .filter(([endpoint]) => !reads.some(([read]) => read === endpoint))
    .map(([endpoint, , prepare]): Request => [endpoint, prepare]),
];

const isExcepted = (endpoint: Endpoint, field: string): boolean =>
  exceptions.some(([name, each]) => (name === 'every' || name === nameOf(endpoint)) && each.test(field));

const tested = new Map<string, Set<string>>();

describe.each(
  requests
    .filter(
      ([endpoint]) =>
        rolesOf(endpoint).length > 0 && idFieldsOf(endpoint).some((field) => !isExcepted(endpoint, field)),
    )
    .flatMap(([endpoint, prepare]) =>
      rolesOf(endpoint).map((role) => [nameOf(endpoint), role, endpoint, prepare] as const),
    ),
)('%s by %s', (name, role, endpoint, prepare) => {
  test('finds nothing of another branch', async () => {
    const { here, there, ask } = branches;
    const [own, other] = [await prepare(here), await prepare(there)];
    const [ownIds, otherIds] = [idsIn(own), idsIn(other)];
    const fields = [...ownIds.keys()].filter((field) => !isExcepted(endpoint, field));
    const hidden = [...otherIds.values(), ...[...otherIds.values()].map(Number)];
    const answers = [];
    for (const chosen of [fields, ...fields.map((field) => [field])]) {
      const strange = withIds(own, (field, id) => (chosen.includes(field) ? otherIds.get(field) : id));
      const nowhere = withIds(own, (field, id) => (chosen.includes(field) ? missing(id) : id));
      const answer = withoutIds(await ask(role, endpoint, strange), hidden);
      const nothing = withoutIds(await ask(role, endpoint, nowhere), hidden);
      expect([chosen, answer]).toEqual([chosen, nothing]);
      answers.push([chosen, nothing] as const);
    }
    const found = await ask(role, endpoint, own);
    expect(found).toMatchObject({ status: endpoint.answerStatus ?? 200 });
    // A field that changes nothing would prove nothing.
    for (const [chosen, nothing] of answers)
      expect([chosen, withoutIds(found, [...ownIds.values()])]).not.toEqual([chosen, nothing]);
    const proven = tested.get(name) ?? new Set();
    for (const field of fields) proven.add(field);
    tested.set(name, proven);
  });
});

test('every id in every call of a branch is in one of the requests', () => {
  const missed = endpoints
    .filter((endpoint) => rolesOf(endpoint).length > 0)
    .flatMap((endpoint) =>
      idFieldsOf(endpoint)
        .filter((field) => !isExcepted(endpoint, field) && !tested.get(nameOf(endpoint))?.has(field))
        .map((field) => `${nameOf(endpoint)} ${field}`),
    );
  expect(missed).toEqual([]);
});
