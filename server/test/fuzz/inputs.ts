import { sitePages } from '@portal/contract/content';
import { RegistrationDocuments } from '@portal/contract/documents';
import type { Endpoint } from '@portal/contract/endpoint';
import fc from 'fast-check';
import { buildRegistrationForm, PASSWORD } from '../factories/account.ts';
import { noNumbers, rawQuery, strange, wrongFields } from '../hostile/attacks.ts';
import { type Input, PICTURE } from '../hostile/calls.ts';
import { type Field, fieldsOf } from '../hostile/schema.ts';
import {
  accountOf,
  type Caller,
  CERTIFICATE,
  CLASS,
  callers,
  DOWNLOAD,
  GROUP,
  HIDDEN_DOWNLOAD,
  INTRO,
  type World,
} from '../rights/world.ts';
import type { Chance } from './chance.ts';

/* Makes three kinds of inputs: valid ones with values from earlier answers, valid ones with one fault, and hostile ones. */

/** The token of the link that undoes a change of address; the link is recreated after each use. */
export const UNDO_LINK = 'undo-link-of-the-fuzz-test';

/** Values from earlier answers: codes, ids, photo keys, identity numbers, names. */
export interface Known {
  readonly codes: Set<string>;
  readonly ids: Set<number>;
  readonly keys: Set<string>;
  readonly numbers: Set<string>;
  readonly names: Set<string>;
  readonly sessions: Set<string>;
  /** Ids of registrations with documents, and of documents with their registration. */
  readonly registrations: Set<number>;
  readonly documents: Map<number, number>;
  /** Ids of certificate kinds. */
  readonly kinds: Set<number>;
  /** Ids of questions of staff about a renewal. */
  readonly inquiries: Set<number>;
}

export const knowNothing = (): Known => ({
  codes: new Set(['NOWHERE', CLASS.hidden]),
  ids: new Set([999_999]),
  keys: new Set(['photo-of-nobody']),
  numbers: new Set(['A123456789']),
  names: new Set([INTRO, '臺北市']),
  sessions: new Set(['nobodys-session']),
  registrations: new Set([999_999]),
  documents: new Map([[999_999, 999_999]]),
  kinds: new Set([999_999]),
  inquiries: new Set([999_999]),
});

const MAX_VALUES = 500;
const remember = <T>(set: Set<T>, value: T) => {
  if (set.size < MAX_VALUES) set.add(value);
};

/** Keeps only the latest values, because older documents and sessions have been removed since. */
export const rememberLatest = <T>(set: Set<T>, value: T) => {
  set.delete(value);
  set.add(value);
  const [oldest] = set;
  if (set.size > 20 && oldest !== undefined) set.delete(oldest);
};

const SESSION = /^[0-9a-p]{32}$/;

const learnDocuments = (
  { documents, registrations }: Known,
  { id, documents: given }: RegistrationDocuments,
) => {
  rememberLatest(registrations, id);
  for (const [document, of] of documents) if (of === id) documents.delete(document);
  for (const document of given) documents.set(document.id, id);
};

/** Collects from an answer the values that later requests can use. */
export const learn = (known: Known, answer: unknown): void => {
  if (Array.isArray(answer)) for (const each of answer) learn(known, each);
  if (typeof answer !== 'object' || answer === null) return;
  const ofRegistration = RegistrationDocuments.safeParse(answer);
  if (ofRegistration.success) learnDocuments(known, ofRegistration.data);
  for (const [name, value] of Object.entries(answer)) {
    if (name === 'id' && typeof value === 'number') remember(known.ids, value);
    else if (name === 'id' && SESSION.test(String(value))) rememberLatest(known.sessions, String(value));
    else if (typeof value !== 'string') learn(known, value);
    else if (name === 'code') remember(known.codes, value);
    else if (name === 'src') remember(known.keys, value.slice(value.lastIndexOf('/') + 1));
    else if (name === 'id_number' || name === 'passport_no') remember(known.numbers, value);
    else if (name === 'name' || name === 'title' || name === 'organization') remember(known.names, value);
  }
};

export type Manner = 'valid' | 'nearly' | 'hostile';

interface Situation {
  readonly world: World;
  readonly known: Known;
  readonly chance: Chance;
  readonly caller: Caller;
}

const SAMPLES = 300;

/** Makes the values once for each call, because generating wrong values is slow. */
const samples = <T>(make: () => fc.Arbitrary<T>, seed: number) => {
  let made: readonly T[] | undefined;
  return () => {
    made ??= fc.sample(make(), { seed, numRuns: SAMPLES });
    return made;
  };
};

const ticks = ({ known, chance }: Situation) =>
  Array.from({ length: chance.below(3) }, () => ({
    id: chance.pick([...known.ids]),
    state: !chance.oneIn(3),
  }));

const someoneOf = ({ world, chance }: Situation) => accountOf(world, chance.pick(callers));

const SECOND = 'another one 77';

/** Known values by the name of a field. Mostly the values of one input belong together, such as a group and its member. */
const byName = ({ path }: Endpoint, situation: Situation): Readonly<Record<string, () => unknown>> => {
  const { known, chance, world, caller } = situation;
  const anyId = () => chance.pick([...known.ids]);
  const anyCode = () => chance.pick([...known.codes]);
  const ofCertificate = path.includes('/recert') || path.startsWith('/api/certificates');
  const itsCode = () => (ofCertificate ? CERTIFICATE : chance.pick(Object.values(CLASS)));
  const code = () => (chance.oneIn(2) ? itsCode() : anyCode());
  const groupCode = () => (chance.oneIn(3) ? anyCode() : GROUP);
  const name = () => (chance.oneIn(4) ? INTRO : chance.pick([...known.names]));
  const anyNumber = () => (chance.oneIn(3) ? null : chance.pick([...known.numbers]));
  // Managers add and remove other people.
  const isOneself = !path.includes('/store/') && chance.oneIn(3);
  const isMember = path.includes('/store/') && chance.oneIn(2);
  const member = () => accountOf(world, chance.pick(['owner', 'member']));
  const other = isMember ? member() : someoneOf(situation);
  const someone = isOneself ? accountOf(world, caller) : other;
  const ofOne = !chance.oneIn(3);
  const [password, newPassword] = chance.oneIn(4) ? [SECOND, PASSWORD] : [PASSWORD, SECOND];
  const people = () => ticks(situation);
  // Documents that were added long ago can no longer be removed.
  const [document, ofDocument] = chance.pick([...known.documents].slice(-3));
  const registration = () =>
    path.endsWith('/documents') ? chance.pick([...known.registrations]) : ofDocument;
  const ids: Readonly<Record<string, () => string>> = {
    registrations: () => String(chance.oneIn(5) ? anyId() : registration()),
    sessions: () => chance.pick([...known.sessions]),
    renewals: () => String(chance.pick([...known.inquiries].slice(-3))),
  };
  const kind = () => chance.pick([...known.kinds]);
  const links: Readonly<Record<string, string>> = {
    '/api/email/confirm': world.mailId,
    '/api/contact/undo': UNDO_LINK,
    '/api/contact/undo/check': UNDO_LINK,
  };
  return {
    code,
    GroupCode: groupCode,
    group: groupCode,
    id: () => (ids[path.split('/')[2] ?? ''] ?? anyCode)(),
    document: () => String(document),
    key: () => chance.pick([...known.keys]),
    kind: () => String(kind()),
    needs: () => [{ kind: kind(), count: 1 + chance.below(5) }],
    version: () => chance.below(3),
    src: () => chance.pick([DOWNLOAD, HIDDEN_DOWNLOAD, ...known.keys]),
    num: () => String(1 + chance.below(100)),
    page: () => String(1 + chance.below(4)),
    organization: name,
    trainclass: () => chance.pick(['CPR', 'FAI', 'NONE']),
    month: () => chance.pick(['2026-12', '2027-01']),
    word: () => chance.pick(['急救', '臺北', 'cpr', 'nothing of the kind']),
    city: name,
    type: name,
    admins: () => [],
    members: people,
    had_removed: () => [],
    id_number: () => (ofOne ? someone.idNumber : anyNumber()),
    passport_no: () => (ofOne ? someone.passportNo : anyNumber()),
    account: () => someone.account,
    country: () => someone.country,
    password: () => password,
    new_password: () => newPassword,
    new_password_confirmation: () => newPassword,
    password_confirmation: () => password,
    name: () => chance.pick(sitePages),
    token: () => links[path] ?? world.linkOf(chance.pick(callers)),
    date: () => someone.birthday,
    paid_time: () => '2026-11-30',
    last_five: () => chance.below(100_000),
    paid_money: () => chance.below(10_000),
    paid_name: () => '付款人',
    front_note: () => '請寄送至公司',
  };
};

const form = ({ path }: Endpoint, { world, caller }: Situation): Record<string, unknown> => {
  const { account: _, idNumber, passportNo, country, chineseName, birthday } = accountOf(world, caller);
  if (path.startsWith('/api/registrations')) return {};
  if (path.startsWith('/api/renewals')) return { answer: '訓練證明如附檔' };
  if (path === '/api/register') return buildRegistrationForm();
  const own = { id_number: idNumber, passport_no: passportNo, chinese_name: chineseName, birthday };
  return { ...buildRegistrationForm({ country }), ...own };
};

type Values = ReturnType<typeof byName>;

const filled = (fields: readonly Field[], values: Values, { chance }: Situation): Record<string, unknown> => {
  return Object.fromEntries(
    fields.flatMap((field) => {
      // Sometimes leaves out optional fields.
      if (field.takes.has('absent') && chance.oneIn(2)) return [];
      if (field.values) return [[field.name, chance.pick(field.values)]];
      const value = values[field.name];
      if (!value) throw new Error(`what is valid in ${field.name}? Say it in fuzz/inputs.ts`);
      return [[field.name, value()]];
    }),
  );
};

const texts = (values: Record<string, unknown>) => values as Record<string, string>;

const valid = (endpoint: Endpoint, situation: Situation): Input => {
  const { path, params, query, body, multipart } = endpoint;
  const values = byName(endpoint, situation);
  const fill = (fields: readonly Field[]) => filled(fields, values, situation);
  return {
    params: texts(fill(fieldsOf(params))),
    query: texts(fill(fieldsOf(query))),
    ...(body && { body: multipart ? form(endpoint, situation) : fill(fieldsOf(body)) }),
    ...(path.startsWith('/api/registrations') && multipart && { file: PICTURE }),
  };
};

const addressable = (text: string) => text.isWellFormed() && text.length > 0 && !/^\.{1,2}$/.test(text);

/** Values that break things, made once. */
const oddTexts = samples(() => strange.filter(addressable), 1);
const oddQueries = samples(() => rawQuery(['__proto__', 'id', 'num', 'page', 'group', 'type']), 2);
const wrongBodies = new Map<Endpoint, () => readonly Record<string, unknown>[]>();

const wrongBodyOf = (endpoint: Endpoint): readonly Record<string, unknown>[] => {
  const fields = fieldsOf(endpoint.body);
  if (fields.length === 0) return [{}];
  const made = wrongBodies.get(endpoint) ?? samples(() => wrongFields(fields), 3);
  wrongBodies.set(endpoint, made);
  return made();
};

const replaceOne = (values: Readonly<Record<string, unknown>>, { chance }: Situation, by: unknown) => {
  const fields = Object.keys(values);
  return fields.length === 0 ? values : { ...values, [chance.pick(fields)]: by };
};

/** A valid input with one thing wrong in it. */
const nearly = (endpoint: Endpoint, situation: Situation): Input => {
  const { chance } = situation;
  const right = valid(endpoint, situation);
  const odd = chance.pick(oddTexts());
  const places = (['params', 'query', 'body'] as const).filter(
    (at) => Object.keys(right[at] ?? {}).length > 0,
  );
  const place = places.length > 0 ? chance.pick(places) : 'query';
  if (place !== 'body') {
    const by = place === 'query' && chance.oneIn(2) ? chance.pick(noNumbers) : odd;
    return { ...right, [place]: replaceOne(right[place] ?? {}, situation, by) };
  }
  const body = right.body ?? {};
  if (chance.oneIn(2))
    return { ...right, body: replaceOne(body, situation, chance.oneIn(3) ? undefined : odd) };
  return { ...right, body: { ...body, ...chance.pick(wrongBodyOf(endpoint)) } };
};

const stringsIn = (fields: readonly Field[], { chance }: Situation) =>
  Object.fromEntries(fields.map(({ name }) => [name, chance.pick(oddTexts())]));

/** An input of which every value is wrong. */
const hostile = (endpoint: Endpoint, situation: Situation): Input => {
  const { chance } = situation;
  const fields = fieldsOf(endpoint.body);
  const body = chance.oneIn(2) ? stringsIn(fields, situation) : chance.pick(wrongBodyOf(endpoint));
  return {
    params: texts(stringsIn(fieldsOf(endpoint.params), situation)),
    rawQuery: chance.pick(oddQueries()),
    ...(endpoint.body && { body }),
  };
};

const manners: Record<Manner, (endpoint: Endpoint, situation: Situation) => Input> = {
  valid,
  nearly,
  hostile,
};

/** Form encoding: text fields only, without empty values. */
const asText = (value: unknown) => {
  if (value === undefined || value === null) return undefined;
  return typeof value === 'string' ? value.toWellFormed() : JSON.stringify(value);
};

/** Makes an input of the given kind for the call and the caller. */
export const inputOf = (manner: Manner, endpoint: Endpoint, situation: Situation): Input => {
  const { body, ...rest } = manners[manner](endpoint, situation);
  if (!body) return rest;
  if (!endpoint.multipart) return { ...rest, body };
  return {
    ...rest,
    body: Object.fromEntries(Object.entries(body).map(([name, value]) => [name, asText(value)])),
  };
};
