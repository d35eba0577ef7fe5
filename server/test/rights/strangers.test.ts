import { renewSession } from '@portal/contract/accounts';
import type { Endpoint } from '@portal/contract/endpoint';
import { groupMember } from '@portal/contract/groups';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signInAttempts } from '../../src/accounts/tables.ts';
import { nameOf } from '../described-calls.ts';
import { buildRegistrationForm } from '../factories/account.ts';
import { type Input, reachable } from '../hostile/calls.ts';
import { type Field, fieldsOf } from '../hostile/schema.ts';
import { bearer, bodyOf, urlOf } from '../hostile/world.ts';
import { secretsIn } from './search.ts';
import {
  type Caller,
  CERTIFICATE,
  CLASS,
  GROUP,
  HIDDEN_DOWNLOAD,
  OTHER_GROUP,
  openWorld,
  type World,
} from './world.ts';

/* A stranger tries every known value of others in every input of every call. */

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.portal.close());

/** Callers who have nothing to do with the owner, the group or its people. */
const strangers: readonly Caller[] = ['guest', 'newcomer', 'stranger', 'trainee', 'otherManager'];

/** Codes, keys, numbers and ids of others. */
const handles = ({ accounts: { owner, member, manager } }: World): string[] => [
  CLASS.payable,
  CLASS.group,
  CLASS.past,
  CLASS.hidden,
  GROUP,
  OTHER_GROUP,
  CERTIFICATE,
  HIDDEN_DOWNLOAD,
  owner.photoKey?.slice('photos/'.length) ?? '',
  ...[owner, member, manager].map(({ account }) => account),
  String(owner.id),
  String(member.id),
];

/** Inputs with a structure of their own: ids of people on a roster, form fields. */
const filled = ({ accounts: { owner, stranger, ...others } }: World): Readonly<Record<string, unknown>> => ({
  ...buildRegistrationForm(),
  admins: [{ id: others.manager.id, state: true }],
  members: [owner, stranger, others.member].map(({ id }) => ({ id, state: true })),
  had_removed: [{ id: others.former.id, state: false }],
  date: '1960-01-01',
  last_five: 42,
  paid_money: 1500,
  paid_time: '2026-11-30',
  new_password: 'another one 77',
  new_password_confirmation: 'another one 77',
  password: 'a wrong one',
  password_confirmation: 'a wrong one',
  token: 'link-of-nobody',
});

const places = ['params', 'query', 'body'] as const;

/** An input of a call, with the values to try. */
interface Question {
  readonly place: (typeof places)[number];
  readonly tried: readonly Readonly<Record<string, string>>[];
}

/** The fields that may name a record or a person. */
const names = new Set(['code', 'key', 'group', 'GroupCode', 'account', 'type', 'src']);
/** A call that takes both numbers of a person finds the person only if both are right. */
const numbers = new Set(['id_number', 'passport_no']);
const takesText = ({ takes, values }: Field) => takes.has('string') && values === null;
const asks = (field: Field) => (names.has(field.name) || numbers.has(field.name)) && takesText(field);

/** The numbers of other people as a caller who knows them would send them. A number that a person lacks is left out. */
const numbersOf = ({ accounts: { owner, member, manager, former, trainee } }: World) =>
  [owner, member, manager, former, trainee].map(({ idNumber, passportNo }) => ({
    ...(idNumber && { id_number: idNumber }),
    ...(passportNo && { passport_no: passportNo }),
  }));

const sameIn = (fields: readonly Field[], value: string): Record<string, string> =>
  Object.fromEntries(fields.map(({ name }) => [name, value]));

const questionsOf = (place: Question['place'], fields: readonly Field[]): Question[] => {
  const [values, asking] = [handles(world), fields.filter(asks)];
  const both = asking.filter(({ name }) => numbers.has(name));
  const others = asking.filter(({ name }) => names.has(name));
  return [
    ...others.map((field) => ({ place, tried: values.map((value) => sameIn([field], value)) })),
    ...(both.length === 0
      ? []
      : [{ place, tried: [...values.map((value) => sameIn(both, value)), ...numbersOf(world)] }]),
  ];
};

/** The call's other inputs. */
const restOf = (fields: readonly Field[]) => {
  const given = filled(world);
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = field.values?.[0] ?? given[field.name];
      return asks(field) || value === undefined ? [] : [[field.name, value]];
    }),
  );
};

/** Returns every input of a call in which a field that may name a record or a person names one of them. */
const inputsOf = (endpoint: Endpoint): Input[] => {
  const { body } = endpoint;
  const empty: Input = { params: {}, query: {}, ...(body && { body: restOf(fieldsOf(body)) }) };
  // A value given in both address and body must agree, or the call is refused early.
  const inAddress = new Set(fieldsOf(endpoint.params).map(({ name }) => name));
  const repeated = fieldsOf(body).filter(({ name }) => inAddress.has(name));
  const repeat = (input: Input): Input => ({
    ...input,
    body: { ...input.body, ...Object.fromEntries(repeated.map(({ name }) => [name, input.params?.[name]])) },
  });
  return places
    .flatMap((place) =>
      questionsOf(
        place,
        fieldsOf(endpoint[place]).filter((field) => place !== 'body' || !inAddress.has(field.name)),
      ),
    )
    .reduce(
      (inputs, { place, tried }) =>
        inputs.flatMap((input) => tried.map((each) => ({ ...input, [place]: { ...input[place], ...each } }))),
      [empty],
    )
    .map((input) => (repeated.length > 0 ? repeat(input) : input));
};

const send = async (endpoint: Endpoint, token: string | undefined, input: Input) => {
  const { headers, ...body } = await bodyOf(endpoint, input);
  return world.portal.app.inject({
    method: endpoint.method,
    url: urlOf(endpoint, input),
    headers: { ...headers, ...bearer(token) },
    ...body,
  });
};

test('control: the search finds data of another person in an answer', async () => {
  const answer = await send(renewSession, await world.logIn('owner'), {});
  expect(answer.statusCode).toBe(200);
  expect(secretsIn(answer, world, 'owner')).toEqual([]);
  expect(secretsIn(answer, world, 'stranger')).toEqual(
    expect.arrayContaining(['owner.chineseName', 'owner.email', 'owner.idNumber', 'owner.photoKey']),
  );
});

const calls = reachable.map((endpoint) => [nameOf(endpoint), endpoint] as const);

test('every identifier is tried in every field that takes one', () => {
  for (const [call, endpoint] of calls) {
    const inputs = inputsOf(endpoint);
    for (const place of places) {
      for (const { name } of fieldsOf(endpoint[place]).filter(asks)) {
        const tried = inputs.map((input) => new Map(Object.entries(input[place] ?? {})).get(name));
        expect([call, name, new Set(handles(world)).difference(new Set(tried))]).toEqual([
          call,
          name,
          new Set(),
        ]);
      }
    }
  }
});

test('control: these inputs find a person for their manager', async () => {
  const token = await world.logIn('manager');
  const found = new Set<string>();
  for (const input of inputsOf(groupMember)) {
    for (const secret of secretsIn(await send(groupMember, token, input), world, 'manager'))
      found.add(secret);
  }
  expect([...found]).toEqual(expect.arrayContaining(['owner.idNumber', 'member.passportNo']));
});

const AT_ONCE = 8;

test.each(calls)('%s answers nothing about others, for any input', async (_, endpoint) => {
  // Their own group's people are shown to its managers.
  const shows = { otherManager: { otherMember: ['everything'] } };
  for (const caller of strangers) {
    const token = await world.logIn(caller);
    // Otherwise the budget of attempts would refuse most requests.
    await world.portal.db.delete(signInAttempts);
    // Several at once: some answer late on purpose. Not more than there are connections to the database.
    const tryOut = async (input: Input) => {
      const answer = await send(endpoint, token, input);
      expect([caller, input, secretsIn(answer, world, caller, shows)]).toEqual([caller, input, []]);
      expect([caller, input, answer.statusCode < 500]).toEqual([caller, input, true]);
    };
    const inputs = inputsOf(endpoint);
    // A guest is sent away before the input is read.
    const isTurnedAway = caller === 'guest' && endpoint.access !== 'public';
    const tried = isTurnedAway ? inputs.slice(0, 1) : inputs;
    for (let at = 0; at < tried.length; at += AT_ONCE)
      await Promise.all(tried.slice(at, at + AT_ONCE).map(tryOut));
  }
});
