import { type Endpoint, endpoint } from '@portal/contract/endpoint';
import * as z from 'zod/mini';
import { buildApp } from '../../src/app.ts';
import { readConfig } from '../../src/platform/config.ts';
import { connect } from '../../src/platform/database/database.ts';
import { openFiles } from '../../src/platform/files/files.ts';
import { createLog } from '../../src/platform/observe/log.ts';
import { NOW } from '../app.ts';
import { describedCalls, nameOf } from '../described-calls.ts';
import { buildRegistrationForm, PASSWORD } from '../factories/account.ts';
import { fieldsOf, isRequired } from './schema.ts';

/* The portal's calls with a caller and a valid example, which the attacks alter. */

/** Returns the names of all calls that the portal registers for trainees. This needs no database. */
const servedNames = async (): Promise<string[]> => {
  const config = readConfig({ LOG_LEVEL: 'silent' });
  const db = connect('postgres://127.0.0.1:1/nowhere');
  const log = createLog(config.logLevel);
  const app = await buildApp({ db, files: openFiles(config), config, log, clock: () => NOW });
  const { paths } = (await app.inject('/api/docs/openapi.json')).json<{ paths: Record<string, object> }>();
  await app.close();
  const ofTrainees = Object.entries(paths).filter(([url]) => !url.startsWith('/api/office/'));
  return ofTrainees.flatMap(([url, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${url.replace(/\{(\w+)\}/g, ':$1')}`),
  );
};

export interface Input {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** Appended to the query without encoding. */
  readonly rawQuery?: string;
  readonly body?: Readonly<Record<string, unknown>>;
  /** The file of a form. */
  readonly file?: Uint8Array;
}

/** Values used by the examples. */
export interface Facts {
  /** Code of a class open for enrolment. */
  readonly code: string;
  /** Code of a class that the trainee attended. */
  readonly past: string;
  /** Code of a class that the trainee has to pay for. */
  readonly payable: string;
  /** Number of a certificate that the trainee may renew. */
  readonly certificate: string;
  /** Code of a class open to the trainee's group, with this member. */
  readonly groupClass: string;
  readonly member: { readonly id: number; readonly idNumber: string | null };
  /** The code of that group, and the identifier of somebody who would join it. */
  readonly group: string;
  /** The certificate kind that the group asks for. */
  readonly kindId: number;
  readonly joiner: string | null;
  /** The trainee's registration under review, with a document. */
  readonly registration: number;
  readonly document: number;
  /** The inquiry that the trainee has to answer before a renewal is decided. */
  readonly inquiry: number;
  /** The title of a category of introductions. */
  readonly intro: string;
  /** The key of the trainee's photo. */
  readonly photo: string;
  readonly trainee: { readonly idNumber: string | null; readonly chineseName: string | null };
  /** The identifier of a person who has forgotten their password, and the token of the mailed link. */
  readonly forgetful: string;
  readonly token: string;
  /** The token of a link that undoes a change of their address. */
  readonly undo: string;
  /** The id of a mail to them. */
  readonly mailId: string;
}

const ofClass = ({ code }: Facts): Input => ({ body: { code } });

const ofDocument = ({ registration, document }: Facts): Input => ({
  params: { id: String(registration), document: String(document) },
});

/** The smallest PNG that there is. */
export const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const newPassword = (password: string, name: string) => ({
  [name]: password,
  [`${name}_confirmation`]: password,
});

const profileOf = ({ trainee }: Facts): Input => {
  const { country: _, password: __, password_confirmation: ___, ...profile } = buildRegistrationForm();
  return { body: { ...profile, id_number: trainee.idNumber, chinese_name: trainee.chineseName } };
};

/** A valid input of each call that takes one, in an order in which they can be made one after the other. */
export const examples: Readonly<Record<string, (facts: Facts) => Input>> = {
  'GET /api/class/:code': ({ code }) => ({ params: { code } }),
  'GET /api/areas': () => ({ query: { city: '臺北市' } }),
  'GET /api/Intros': ({ intro }) => ({ query: { type: intro } }),
  'GET /api/photos/:key': ({ photo }) => ({ params: { key: photo } }),
  'POST /api/register': () => ({ body: buildRegistrationForm() }),
  'POST /api/login': ({ trainee }) => ({
    body: { account: trainee.idNumber, password: PASSWORD, country: 'local' },
  }),
  'POST /api/class/personal/precheck': ofClass,
  'POST /api/class/personal/create': ofClass,
  'POST /api/class/personal/check': ofClass,
  'POST /api/class/personal/cancel': ofClass,
  'POST /api/class/:code/check-in': ({ past }) => ({ params: { code: past } }),
  'POST /api/class/:code/scores': ({ past }) => ({ params: { code: past } }),
  'GET /api/class/group/:code': ({ groupClass }) => ({ params: { code: groupClass } }),
  'POST /api/class/group/create': ({ groupClass, member }) => ({
    body: { code: groupClass, admins: [], members: [{ id: member.id, state: true }], had_removed: [] },
  }),
  'POST /api/class/groups/:GroupCode': ({ group }) => ({
    params: { GroupCode: group },
    body: { type: 'admin' },
  }),
  'POST /api/class/groups/:GroupCode/:code': ({ group, groupClass }) => ({
    params: { GroupCode: group, code: groupClass },
  }),
  'POST /api/class/groups/member': ({ group, member }) => ({
    body: { GroupCode: group, id_number: member.idNumber, passport_no: null },
  }),
  'POST /api/class/store/groups/:GroupCode': ({ group, joiner }) => ({
    params: { GroupCode: group },
    body: { account: joiner, password: PASSWORD, country: 'local' },
  }),
  'DELETE /api/class/store/groups/:GroupCode': ({ group, member }) => ({
    params: { GroupCode: group },
    body: { id_number: member.idNumber, passport_no: null },
  }),
  'GET /api/groups/:GroupCode/certificates': ({ group }) => ({ params: { GroupCode: group } }),
  'GET /api/groups/:GroupCode/certificates/own': ({ group }) => ({ params: { GroupCode: group } }),
  'GET /api/groups/:GroupCode/certificates/sheet': ({ group }) => ({ params: { GroupCode: group } }),
  'GET /api/groups/:GroupCode/certificates/paper': ({ group }) => ({ params: { GroupCode: group } }),
  'GET /api/groups/:GroupCode/certificate-kinds': ({ group }) => ({ params: { GroupCode: group } }),
  'POST /api/groups/:GroupCode/certificate-needs': ({ group, kindId }) => ({
    params: { GroupCode: group },
    body: { version: 0, needs: [{ kind: kindId, count: 3 }] },
  }),
  'GET /api/groups/:GroupCode/certificates/classes': ({ group }) => ({
    params: { GroupCode: group },
    query: { kind: '1' },
  }),
  'POST /api/class/:code/check': ({ payable }) => ({ params: { code: payable } }),
  'POST /api/class/:code/lastfive': ({ payable }) => ({
    params: { code: payable },
    body: { paid_time: '2026-11-30', last_five: 42, paid_money: 1500, paid_name: '王小明' },
  }),
  'GET /api/certificates/:code': ({ certificate }) => ({ params: { code: certificate } }),
  'GET /api/certificates/:code/address': ({ certificate }) => ({ params: { code: certificate } }),
  'GET /api/certificates/:code/papers/:format': ({ certificate }) => ({
    params: { code: certificate, format: 'card' },
  }),
  'POST /api/class/:code/recert_page': ({ certificate }) => ({ params: { code: certificate } }),
  'POST /api/class/:code/recert': ({ certificate }) => ({
    params: { code: certificate },
    body: { front_note: '請寄送至公司' },
  }),
  'GET /api/renewals/inquiries': () => ({}),
  'POST /api/renewals/inquiries/:id': ({ inquiry }) => ({
    params: { id: String(inquiry) },
    body: { answer: '已寄出正本' },
    file: PICTURE,
  }),
  'GET /api/pages/:name': () => ({ params: { name: 'Help' } }),
  'GET /api/class/:code/documents': ({ code }) => ({ params: { code } }),
  'POST /api/registrations/:id/documents': ({ registration }) => ({
    params: { id: String(registration) },
    body: {},
    file: PICTURE,
  }),
  'GET /api/registrations/:id/documents/:document': ofDocument,
  'DELETE /api/registrations/:id/documents/:document': ofDocument,
  'DELETE /api/sessions/:id': () => ({ params: { id: 'a'.repeat(32) } }),
  'POST /api/update/profile': profileOf,
  'POST /api/update/password': () => ({
    body: { password: PASSWORD, ...newPassword('another one 77', 'new_password') },
  }),
  'POST /api/password/reset/check': ({ token }) => ({ body: { token } }),
  'POST /api/password/reset': ({ token }) => ({
    body: { token, ...newPassword('another one 77', 'password') },
  }),
  'POST /api/email/confirm': ({ mailId }) => ({ body: { token: mailId } }),
  'POST /api/contact/undo/check': ({ undo }) => ({ body: { token: undo } }),
  'POST /api/contact/undo': ({ undo }) => ({ body: { token: undo } }),
  'POST /api/forget': ({ forgetful }) => ({ body: { account: forgetful, date: '1990-05-14' } }),
};

const takesNothing = ({ params, query, body }: Endpoint) =>
  [params, query, body].flatMap(fieldsOf).filter(isRequired).length === 0;

const names = await servedNames();
const order = Object.keys(examples);

/** Every call that is served, as the contract describes it, in the order of the examples. */
export const endpoints: readonly Endpoint[] = (await describedCalls('.'))
  .filter((endpoint) => names.includes(nameOf(endpoint)))
  .filter((endpoint) => takesNothing(endpoint) || order.includes(nameOf(endpoint)))
  .sort((one, other) => order.indexOf(nameOf(one)) - order.indexOf(nameOf(other)));

/** Routes that are not attacked: outside the contract, or without an example. */
export const unknownCalls: readonly string[] = names.filter(
  (name) => !endpoints.some((endpoint) => nameOf(endpoint) === name),
);

/** The download link. It is not part of the contract, but is attacked with ids of others like a call. */
const download = endpoint({
  method: 'GET',
  path: '/download',
  access: 'public',
  summary: '下載課程檔案',
  query: z.object({ src: z.string() }),
  answer: z.unknown(),
  answerType: 'application/pdf',
  refusals: ['file_not_found'],
});

/** Every call, and the link. */
export const reachable: readonly Endpoint[] = [...endpoints, download];

export const people = ['guest', 'trainee', 'newcomer'] as const;
/** `guest` has no session, `newcomer` has one but no complete profile. */
export type Person = (typeof people)[number];

/** Returns the status with which the gate refuses the person, or null if they may make the call. */
export const barred = ({ access }: Endpoint, person: Person): 401 | 403 | null => {
  if (access !== 'public' && person === 'guest') return 401;
  return access === 'trainee' && person === 'newcomer' ? 403 : null;
};

/** Rows for `test.each`: each of these calls with each person who may make it. gate.test.ts tests all other people. */
export const callers = (which: (endpoint: Endpoint) => unknown) =>
  endpoints
    .filter(which)
    .flatMap((endpoint) =>
      people
        .filter((person) => barred(endpoint, person) === null)
        .map((person) => [nameOf(endpoint), person, endpoint] as const),
    );

/** Calls that end the session of their token. */
export const endsSession = ({ path: url }: Endpoint): boolean =>
  url === '/api/logout' || url === '/api/session/create';

/** Calls that end all other sessions of the person. */
export const endsOtherSessions = ({ method, path: url }: Endpoint): boolean =>
  method === 'DELETE' && url === '/api/sessions';

/** A call that only somebody with the default password can make. */
export const needsDefaultPassword = ({ path: url }: Endpoint): boolean => url === '/api/password/code';

/** Calls that count an attempt to guess a secret. */
const countsTries = new Set([
  'POST /api/login',
  'POST /api/forget',
  'POST /api/update/password',
  'POST /api/class/store/groups/:GroupCode',
]);

/**
 * The tables that a refused call may change, because it counts an attempt or ends a session. A call without input succeeds
 * whatever is sent with it.
 */
export const changedBy = (endpoint: Endpoint): readonly string[] => {
  if (countsTries.has(nameOf(endpoint))) return ['sign_in_attempts'];
  if (nameOf(endpoint) === 'POST /api/register') return ['registration_attempts'];
  if (nameOf(endpoint) === 'GET /api/certificates/:code') return ['verification_misses'];
  if (endpoint.path.endsWith('/documents/:document'))
    return ['registration_documents', 'registration_events', 'unused_files'];
  if (endpoint.path === '/api/export') return ['data_exports'];
  if (endpoint.path === '/api/erasure') return ['erasure_requests', 'mails'];
  return endsSession(endpoint) || endsOtherSessions(endpoint) ? ['sessions'] : [];
};

/** The call answers late on purpose, so that its time reveals nothing. It is called less often. */
export const isSlow = ({ path: url }: Endpoint): boolean => url === '/api/forget';
