import type { Endpoint } from '@portal/contract/endpoint';
import { eq, exists, isNull, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { hashToken } from '../../src/accounts/sign-in/sessions.ts';
import { accounts, contactUndos, registrationAttempts, signInAttempts } from '../../src/accounts/tables.ts';
import { certificateKinds } from '../../src/catalogue/tables.ts';
import { askDocument } from '../../src/certificates/renewal/ask-document.ts';
import { rejectRenewal } from '../../src/certificates/renewal/reject-renewal.ts';
import { renewalInquiries, renewalRequests } from '../../src/certificates/tables.ts';
import { approveRegistration } from '../../src/enrolment/review/approve-registration.ts';
import { registrations } from '../../src/enrolment/tables.ts';
import { mails } from '../../src/mail/tables.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { NOW } from '../app.ts';
import { nameOf } from '../described-calls.ts';
import { buildClass } from '../factories/catalogue.ts';
import { buildDocument } from '../factories/document.ts';
import { buildRegistration } from '../factories/registration.ts';
import { decidingStaff } from '../factories/staff.ts';
import { expectForm } from '../hostile/answers.ts';
import { brokenJson, monsters } from '../hostile/attacks.ts';
import { isSlow, reachable } from '../hostile/calls.ts';
import { expectNothingKept } from '../hostile/storage.ts';
import { bearer, bodyOf, urlOf } from '../hostile/world.ts';
import { multipart } from '../multipart.ts';
import { type Caller, openWorld, type World } from '../rights/world.ts';
import { type Chance, chanceOf } from './chance.ts';
import { inputOf, type Known, knowNothing, learn, type Manner, rememberLatest, UNDO_LINK } from './inputs.ts';

/** The seed is the same in every run, so that a failure repeats; `FUZZ_SEED` chooses another. */
export const SEED = Number(process.env.FUZZ_SEED ?? 20_261_201);

const people = ['guest', 'owner', 'manager'] as const satisfies readonly Caller[];
const sorts: readonly Manner[] = ['valid', 'valid', 'nearly', 'hostile'];
// Wrong codes are counted.
const mayChange = [
  'sign_in_attempts',
  'registration_attempts',
  'sessions',
  'password_codes',
  'verification_misses',
  'certificate_papers',
];

interface Request {
  readonly method: Endpoint['method'];
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly payload?: string | Buffer;
}

/** A request that can be repeated by hand, with a token of a new session. */
const replay = (n: number, caller: Caller, { payload = '', ...request }: Request) =>
  JSON.stringify({
    seed: SEED,
    request: n,
    caller,
    ...request,
    base64: Buffer.from(payload).toString('base64'),
  });

const rubbishFile = (chance: Chance) =>
  Buffer.from(chance.pick(['ffd8ffe000104a464946', '89504e470d0a1a0a', '3c7376673e', '']), 'hex');

const lookups =
  /^\/api\/(organizations|trainclasses|cities|areas|careers|educations|educationstatuses|banners)$/;

/** Ignores the lists of the profile form: hundreds of districts would hide the few codes and ids of records. */
const teaches = ({ path, answerType }: Endpoint): boolean => !answerType && !lookups.test(path);

/** Builds the HTTP request. A hostile one may also be malformed as HTTP. */
const requestOf = async (
  endpoint: Endpoint,
  manner: Manner,
  { chance, ...situation }: { world: World; known: Known; chance: Chance; caller: Caller },
): Promise<Request> => {
  const input = inputOf(manner, endpoint, { chance, ...situation });
  const { headers, payload } = { payload: undefined, ...(await bodyOf(endpoint, input)) };
  const request = { method: endpoint.method, url: urlOf(endpoint, input) };
  const idempotency = chance.oneIn(4) ? { 'idempotency-key': `key-${chance.below(50)}` } : {};
  if (manner === 'hostile' && endpoint.body && chance.oneIn(3)) {
    if (endpoint.multipart) {
      const form = await multipart({ fields: { country: 'local' }, file: { bytes: rubbishFile(chance) } });
      return { ...request, headers: form.headers, payload: form.body };
    }
    const broken = chance.oneIn(8) ? `{"code":${chance.pick(monsters)[1]}}` : chance.pick(brokenJson)[1];
    return { ...request, headers: { 'content-type': 'application/json' }, payload: broken };
  }
  return { ...request, headers: { ...headers, ...idempotency }, ...(payload && { payload }) };
};

/** Draws a call. Calls that answer late on purpose are drawn less often. */
const drawEndpoint = (chance: Chance): Endpoint => {
  const endpoint = chance.pick(reachable);
  return isSlow(endpoint) && !chance.oneIn(10) ? drawEndpoint(chance) : endpoint;
};

/** The caller with a live session, renewed if the last call ended it. */
const sessionsOf = (world: World) => {
  const tokens = new Map<Caller, string | undefined>();
  return {
    tokenOf: async (caller: Caller) => {
      if (!tokens.has(caller)) tokens.set(caller, await world.logIn(caller));
      return tokens.get(caller);
    },
    forget: (caller: Caller) => tokens.delete(caller),
  };
};

const staff = decidingStaff();

const inquired = exists(
  sql`(select 1 from ${renewalInquiries} where ${renewalInquiries.requestId} = ${renewalRequests.id})`,
);

/** Staff first ask about a request for renewal, and reject it the next time. */
const decideRenewals = async (db: Database, known: Known) => {
  const requests = await db
    .select({ requestId: renewalRequests.id, isInquired: sql<boolean>`${inquired}` })
    .from(renewalRequests)
    .where(eq(renewalRequests.state, 'open'));
  const by = { actor: staff, now: NOW };
  for (const { requestId, isInquired } of requests)
    await db.transaction((tx) =>
      isInquired
        ? rejectRenewal(tx, { requestId, backendNote: '資料不符' }, by)
        : askDocument(tx, { requestId, text: '請補訓練證明' }, by),
    );
  const open = await db
    .select({ id: renewalInquiries.id })
    .from(renewalInquiries)
    .where(isNull(renewalInquiries.answeredAt));
  for (const { id } of open) rememberLatest(known.inquiries, id);
};

/** Makes staff decide everything that waits: otherwise soon nobody could pay or ask for a renewal. */
const decideAll = async (db: Database, known: Known) => {
  await decideRenewals(db, known);
  const pending = await db
    .select({ registrationId: registrations.id })
    .from(registrations)
    .where(eq(registrations.state, 'pending'));
  for (const each of pending)
    await db.transaction((tx) => approveRegistration(tx, each, { actor: staff, now: NOW }));
};

/** Recreates the link, because the first request that opens it uses it up. */
const renewUndoLink = async ({ portal: { db }, accounts: { trainee } }: World) => {
  await db.delete(contactUndos).where(eq(contactUndos.tokenHash, hashToken(UNDO_LINK)));
  const link = { tokenHash: hashToken(UNDO_LINK), accountId: trainee.id, email: 'former@example.com' };
  const expiresAt = new Date(NOW.getTime() + 86_400_000);
  await db.insert(contactUndos).values({ ...link, createdAt: NOW, expiresAt });
};

/** Sends the owner's mail to the present address, because the link of an earlier address ends. */
const readdressMail = async ({ portal: { db }, accounts: { owner }, mailId }: World) => {
  const [{ email } = { email: null }] = await db.select().from(accounts).where(eq(accounts.id, owner.id));
  if (email) await db.update(mails).set({ recipient: email }).where(eq(mails.id, mailId));
};

/** Adds a document, because documents can be removed only before the review. */
const addPending = async ({ portal: { db, services }, accounts: { owner } }: World, known: Known) => {
  const registration = await buildRegistration(db, { class: await buildClass(db), account: owner });
  const { id } = await buildDocument(services, { registration });
  known.documents.set(id, registration.id);
};

/** Gives the manager, in some rounds, the default password of an imported account. */
const setDefaultPassword = async ({ portal: { db }, accounts: { manager } }: World, isDefault: boolean) => {
  await db.update(accounts).set({ passwordIsBirthday: isDefault }).where(eq(accounts.id, manager.id));
};

/**
 * Makes so many requests, one after the other, of all calls by three kinds of people. Requests may use values from earlier
 * answers. Returns how often each call succeeded.
 */
export const fuzz = async (requests: number): Promise<Map<string, number>> => {
  const world = await openWorld();
  const { app, db } = world.portal;
  const [chance, known, sessions] = [chanceOf(SEED), knowNothing(), sessionsOf(world)];
  for (const { id } of await db.select({ id: certificateKinds.id }).from(certificateKinds))
    known.kinds.add(id);
  const done = new Map(reachable.map((endpoint) => [nameOf(endpoint), 0]));

  const step = async (n: number) => {
    const [endpoint, caller, manner] = [drawEndpoint(chance), chance.pick(people), chance.pick(sorts)];
    const request = await requestOf(endpoint, manner, { world, known, chance, caller });
    const headers = { ...request.headers, ...bearer(await sessions.tokenOf(caller)) };
    const send = () => app.inject({ ...request, headers });
    try {
      // Comparing all tables before and after costs more than the request, so only some requests are compared.
      const answer = n % 20 === 0 ? await sendWatched(world, send) : await send();
      // `checkAnswers` turns an answer outside the contract into a 500.
      expect(answer.statusCode).toBeLessThan(500);
      expectForm(answer);
      if (answer.statusCode === 401) sessions.forget(caller);
      if (answer.statusCode !== 200) return;
      done.set(nameOf(endpoint), (done.get(nameOf(endpoint)) ?? 0) + 1);
      if (teaches(endpoint)) learn(known, answer.json());
    } catch (error) {
      throw new Error(`${nameOf(endpoint)}: ${replay(n, caller, request)}`, { cause: error });
    }
  };

  try {
    for (let n = 1; n <= requests; n += 1) {
      // Otherwise the budget of guesses would refuse most requests.
      if (n % 10 === 0) await Promise.all([db.delete(signInAttempts), db.delete(registrationAttempts)]);
      if (n % 50 === 0) {
        await decideAll(db, known);
        await renewUndoLink(world);
        await readdressMail(world);
        await addPending(world, known);
        await setDefaultPassword(world, n % 200 === 0);
      }
      await step(n);
    }
  } finally {
    await world.portal.close();
  }
  return done;
};

type Answer = Awaited<ReturnType<World['portal']['app']['inject']>>;

/** Fails if a refused request changed a table or a file. */
const sendWatched = async (world: World, send: () => Promise<Answer>): Promise<Answer> => {
  let answer: Answer | undefined;
  const work = async () => {
    answer = await send();
  };
  const kept = await expectNothingKept(world.portal, work, mayChange).catch((error: unknown) => error);
  if (!answer || (kept && answer.statusCode !== 200)) throw kept;
  return answer;
};
