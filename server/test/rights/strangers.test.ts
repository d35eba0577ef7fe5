import { renewSession } from '@portal/contract/accounts';
import type { Endpoint } from '@portal/contract/endpoint';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildRegistrationForm } from '../factories/account.ts';
import { endpoints, type Input, isSlow, nameOf } from '../hostile/calls.ts';
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

/* Whoever has nothing to do with others puts everything that can be known of them everywhere that the calls ask for something. */

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.portal.close());

/** Those who have nothing in common with the owner, the group or its people. */
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

/** What a field asks that is neither a text nor free: ids of people on a roster, and what else a form holds. */
const filled = ({ accounts: { owner, stranger, ...others } }: World): Readonly<Record<string, unknown>> => ({
  ...buildRegistrationForm(),
  admins: [{ id: others.manager.id, state: true }],
  members: [owner, stranger, others.member].map(({ id }) => ({ id, state: true })),
  had_removed: [{ id: others.former.id, state: false }],
  last_five: 42,
  paid_money: 1500,
  paid_time: '2026-11-30',
  new_password: 'another one 77',
  new_password_confirmation: 'another one 77',
  password: 'a wrong one',
  password_confirmation: 'a wrong one',
  token: 'link-of-nobody',
});

/** A field that may name something of somebody. */
const names = new Set(['code', 'key', 'group', 'GroupCode', 'id_number', 'passport_no', 'account', 'type']);
const asks = ({ name, takes, values }: Field) => names.has(name) && takes.has('string') && values === null;

const combinations = (length: number, values: readonly string[]): string[][] =>
  length === 0
    ? [[]]
    : combinations(length - 1, values).flatMap((rest) => values.map((value) => [...rest, value]));

/** Every input of a call in which each field that may name something names any of `values`. */
const inputsOf = ({ params, query, body }: Endpoint, values: readonly string[]): Input[] => {
  const places = { params: fieldsOf(params), query: fieldsOf(query), body: fieldsOf(body) };
  const asking = Object.entries(places).flatMap(([place, fields]) =>
    fields.filter(asks).map(({ name }) => [place, name] as const),
  );
  const given = filled(world);
  const rest = (fields: readonly Field[]) =>
    Object.fromEntries(
      fields.flatMap((field) => {
        const value = field.values?.[0] ?? given[field.name];
        return asks(field) || value === undefined ? [] : [[field.name, value]];
      }),
    );
  return combinations(asking.length, values).map((chosen) => {
    const put = (place: string) =>
      Object.fromEntries(
        asking.flatMap(([where, name], at) => (where === place ? [[name, chosen[at]]] : [])),
      );
    return {
      params: put('params') as Record<string, string>,
      query: put('query') as Record<string, string>,
      ...(body && { body: { ...rest(places.body), ...put('body') } }),
    };
  });
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

/** Fewer of calls that answer late on purpose, or hash and draw; not all where three things are asked for at once. */
const some = (endpoint: Endpoint, inputs: readonly Input[]): readonly Input[] => {
  const most = isSlow(endpoint) ? 5 : endpoint.multipart ? 20 : 100;
  const every = Math.ceil(inputs.length / most);
  return inputs.filter((_, at) => at % every === 0);
};

test('the search finds what an answer tells of another', async () => {
  const answer = await send(renewSession, await world.logIn('owner'), {});
  expect(answer.statusCode).toBe(200);
  expect(secretsIn(answer, world, 'owner')).toEqual([]);
  expect(secretsIn(answer, world, 'stranger')).toEqual(
    expect.arrayContaining(['owner.chineseName', 'owner.email', 'owner.idNumber', 'owner.photoKey']),
  );
});

const calls = endpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const);

test.each(calls)('%s tells nothing of others, whatever it is asked for', async (_, endpoint) => {
  const inputs = some(endpoint, inputsOf(endpoint, handles(world)));
  for (const caller of strangers) {
    const token = await world.logIn(caller);
    // Their own group's people are shown to its managers.
    const shows = { otherManager: { otherMember: ['everything'] } };
    for (const input of inputs) {
      const answer = await send(endpoint, token, input);
      expect([caller, input, secretsIn(answer, world, caller, shows)]).toEqual([caller, input, []]);
      expect([caller, input, answer.statusCode < 500]).toEqual([caller, input, true]);
    }
  }
});

test('a file of a class that is not published is not there, for whoever asks', async () => {
  for (const caller of strangers) {
    const headers = bearer(await world.logIn(caller));
    const [hidden, absent] = await Promise.all(
      [HIDDEN_DOWNLOAD, 'src-of-nothing'].map((src) =>
        world.portal.app.inject({ url: `/download?src=${src}`, headers }),
      ),
    );
    expect([hidden?.statusCode, hidden?.body]).toEqual([404, absent?.body]);
  }
});
