import { readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Endpoint } from '@portal/contract/endpoint';
import type { FastifyInstance } from 'fastify';
import { signInAttempts } from '../../src/accounts/tables.ts';
import { buildApp } from '../../src/app.ts';
import { introTypes, pictures } from '../../src/content/tables.ts';
import { NOW, openTestPortal, type TestPortal } from '../app.ts';
import { buildAccount, buildRegistrationForm, logIn, PASSWORD } from '../factories/account.ts';
import { buildAttachment, buildClass } from '../factories/catalogue.ts';
import { multipart } from '../multipart.ts';

/*
 * The portal under attack: what it serves, who calls, and what a valid call looks like, of which each attack breaks
 * something.
 */

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'access' in value && 'answer' in value && 'path' in value;

const contractFolder = path.resolve(import.meta.dirname, '../../../contract/src');

const readContract = async (): Promise<Endpoint[]> => {
  const files = readdirSync(contractFolder).filter((file) => /^[a-z-]+\.ts$/.test(file));
  const rooms: Record<string, unknown>[] = await Promise.all(
    files.map((file) => import(path.join(contractFolder, file))),
  );
  return rooms.flatMap((room) => Object.values(room).filter(isEndpoint));
};

/** The name of a call in tests: `POST /api/login`. */
export const nameOf = ({ method, path: url }: Endpoint): string => `${method} ${url}`;

/** Every call that the contract describes, from all of its rooms. */
export const endpoints: readonly Endpoint[] = await readContract();

export const people = ['guest', 'trainee', 'newcomer'] as const;
/** `guest` has no session, `newcomer` has one but no complete profile. */
export type Person = (typeof people)[number];

export interface Input {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** Stands after the query, or alone, as it is. */
  readonly rawQuery?: string;
  readonly body?: Readonly<Record<string, unknown>>;
}

export interface World {
  readonly portal: TestPortal;
  /** Serves the pages too. */
  readonly app: FastifyInstance;
  /** A valid input of the call; empty where it takes none. */
  exampleOf(endpoint: Endpoint): Input;
  /** A live session of the person, a new one where the call ends it; undefined for a guest. */
  tokenOf(person: Person, endpoint?: Endpoint): Promise<string | undefined>;
  close(): Promise<void>;
}

const PICTURE = 'picture-in-the-way-of-attacks';
const PHOTO = 'photo-in-the-way-of-attacks';
const INTRO_TYPE = '急救訓練';
const PAGE = '<!doctype html><html><head><title></title></head><body></body></html>';

const examples = (code: string, account: string): Record<string, Input> => ({
  'GET /api/class/:code': { params: { code } },
  'GET /api/photos/:key': { params: { key: PHOTO } },
  'GET /api/areas': { query: { city: '臺北市' } },
  'GET /api/Intros': { query: { type: INTRO_TYPE } },
  'POST /api/login': { body: { account, password: PASSWORD, country: 'local' } },
  'POST /api/register': { body: buildRegistrationForm() },
  'POST /api/class/personal/precheck': { body: { code } },
  'POST /api/class/personal/create': { body: { code } },
  'POST /api/class/personal/check': { body: { code } },
  'POST /api/class/personal/cancel': { body: { code } },
});

const endsSession = new Set(['/api/logout', '/api/session/create']);

/** A portal with something in every place that an attack could reach. */
export const openWorld = async (): Promise<World> => {
  const portal = await openTestPortal();
  const { db, services } = portal;
  const opening = await buildClass(db);
  const { fileKey } = await buildAttachment(db, { classId: opening.id });
  await services.files.put(fileKey, Buffer.from('%PDF-1.7'));
  await services.files.put(`photos/${PHOTO}`, Buffer.from('JPEG'));
  await db.insert(pictures).values({ key: PICTURE, width: 286, height: 286, createdAt: NOW });
  await db.insert(introTypes).values({ title: INTRO_TYPE, pictureKey: PICTURE, position: 1 });

  const accounts = {
    trainee: await buildAccount(db, { photoKey: `photos/${PHOTO}` }),
    newcomer: await buildAccount(db, { cellPhone: null }),
  };
  const kept: Partial<Record<Person, string>> = {
    trainee: await logIn(db, accounts.trainee),
    newcomer: await logIn(db, accounts.newcomer),
  };
  const valid = examples(opening.code, accounts.trainee.idNumber ?? '');
  const site = await mkdtemp(path.join(os.tmpdir(), 'portal-site-'));
  await writeFile(path.join(site, 'index.html'), PAGE);
  const app = await buildApp(services, { checkAnswers: true, site });
  await app.ready();

  return {
    portal,
    app,
    exampleOf: (endpoint) => valid[nameOf(endpoint)] ?? {},
    tokenOf: async (person, endpoint) =>
      person !== 'guest' && endpoint && endsSession.has(endpoint.path)
        ? logIn(db, accounts[person])
        : kept[person],
    close: async () => {
      await app.close();
      await portal.close();
      await rm(site, { recursive: true });
    },
  };
};

/** The address of a call; its parameters and its query are properly encoded, `rawQuery` is not. */
export const urlOf = (endpoint: Endpoint, { params = {}, query = {}, rawQuery = '' }: Input): string => {
  const place = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = [new URLSearchParams(query).toString(), rawQuery].filter((part) => part !== '');
  return search.length > 0 ? `${place}?${search.join('&')}` : place;
};

/** The body as the call takes it: JSON or a form. */
export const bodyOf = async (endpoint: Endpoint, { body }: Input) => {
  if (!body) return { headers: {} };
  if (!endpoint.multipart) {
    return { headers: { 'content-type': 'application/json' }, payload: JSON.stringify(body) };
  }
  const fields = Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, value === undefined ? value : String(value)]),
  );
  const form = await multipart({ fields });
  return { headers: form.headers, payload: form.body };
};

/** Makes a call as `person`; `input` need not be valid. */
export const attempt = async (world: World, endpoint: Endpoint, person: Person, input: Input) => {
  const { headers, ...body } = await bodyOf(endpoint, input);
  // Else the budget of sign-ins would hide what is to be seen.
  if (endpoint.path === '/api/login') await world.portal.db.delete(signInAttempts);
  return world.app.inject({
    method: endpoint.method,
    url: urlOf(endpoint, input),
    headers: { ...headers, ...bearer(await world.tokenOf(person, endpoint)) },
    ...body,
  });
};

export const bearer = (token: string | undefined): Record<string, string> =>
  token === undefined ? {} : { authorization: `Bearer ${token}` };

/** With what a person is sent away before anything else is looked at; null for who may call. */
export const barred = ({ access }: Endpoint, person: Person): 401 | 403 | null => {
  if (access !== 'public' && person === 'guest') return 401;
  return access === 'trainee' && person === 'newcomer' ? 403 : null;
};

/** Rows for `test.each`: each of these calls by each person. */
export const callers = (which: (endpoint: Endpoint) => unknown) =>
  endpoints
    .filter(which)
    .flatMap((endpoint) => people.map((person) => [nameOf(endpoint), person, endpoint] as const));

/** The tables that a refused call may change: a try to sign in is counted, a session that was given up is gone. */
export const changedBy = ({ path: url }: Endpoint): readonly string[] => {
  if (url === '/api/login') return ['sign_in_attempts'];
  return endsSession.has(url) ? ['sessions'] : [];
};
