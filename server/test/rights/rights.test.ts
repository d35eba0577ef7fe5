import type { Endpoint } from '@portal/contract/endpoint';
import { type RefusalCode, refusals } from '@portal/contract/errors';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signInAttempts } from '../../src/accounts/tables.ts';
import { Refusal, refusalAnswer } from '../../src/platform/errors.ts';
import { nameOf } from '../described-calls.ts';
import { type Input, reachable, unknownCalls } from '../hostile/calls.ts';
import { expectNothingKept } from '../hostile/storage.ts';
import { bearer, bodyOf, urlOf } from '../hostile/world.ts';
import { misplacedNumbers, secretsIn } from './search.ts';
import { type Row, rows } from './table.ts';
import { type Caller, callers, openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.portal.close());

test('the table has a row of every call that is served, and of no other', () => {
  const served = [...reachable.map(nameOf), ...unknownCalls];
  expect([...new Set(rows.map(({ call }) => call))].toSorted()).toEqual(served.toSorted());
});

const endpointOf = ({ call }: Row): Endpoint => {
  const found = reachable.find((endpoint) => nameOf(endpoint) === call);
  if (!found) throw new Error(`no such call: ${call}`);
  return found;
};

const send = async (endpoint: Endpoint, token: string | undefined, input: Input) => {
  // Otherwise the budget of attempts would refuse most requests.
  await world.portal.db.delete(signInAttempts);
  const { headers, ...body } = await bodyOf(endpoint, input);
  const url = urlOf(endpoint, input);
  return world.portal.app.inject({
    method: endpoint.method,
    url,
    headers: { ...headers, ...bearer(token) },
    ...body,
  });
};

type Answer = Awaited<ReturnType<typeof send>>;

const says = ({ statusCode, body }: Answer, code: RefusalCode): boolean => {
  const refused = refusalAnswer(new Refusal(code));
  return statusCode === refused.status && body === JSON.stringify(refused.body);
};

/** Returns the word that the table uses for the answer. */
const cellOf = (answer: Answer, { no }: Row): string => {
  if (answer.statusCode === 200) return 'ok';
  if (says(answer, 'session_ended')) return '401';
  if (says(answer, 'profile_incomplete')) return '403';
  if (no && says(answer, no)) return 'no';
  const code = (Object.keys(refusals) as RefusalCode[]).find((each) => says(answer, each));
  return code ?? `${answer.statusCode} ${answer.body}`;
};

/** Returns the parts of an answer that could differ between a record of others and one that does not exist. */
const visible = ({ statusCode, body, headers: { date: _, ...headers } }: Answer) => ({
  statusCode,
  body,
  headers,
});

const wordsOf = (cells: string) => cells.split(/\s+/);
const mayChange = [
  'sign_in_attempts',
  'registration_attempts',
  'sessions',
  'verification_misses',
  'certificate_papers',
];

/** Calls as the caller: the answer shows nothing of others, and a refused call stores nothing. */
const tryCell = async (row: Row, caller: Caller, expected: string | undefined) => {
  const endpoint = endpointOf(row);
  const token = await world.logIn(caller);
  let answer: Answer | undefined;
  const work = async () => {
    answer = await send(endpoint, token, row.input?.(world, caller) ?? {});
  };
  await (expected === 'ok' ? work() : expectNothingKept(world.portal, work, mayChange));
  if (!answer) throw new Error('no answer');
  expect([caller, secretsIn(answer, world, caller, row.shows)]).toEqual([caller, []]);
  if (!endpoint.answerType || answer.statusCode !== 200) {
    expect([caller, misplacedNumbers(answer.json(), row.numbers)]).toEqual([caller, []]);
  }
  return answer;
};

describe.each(rows.map((row) => [row.call, row.about, row] as const))('%s: %s', (_, __, row) => {
  const answers = new Map<Caller, Answer>();

  test('is answered to each caller as the table says, without data of others', async () => {
    const expected = wordsOf(row.cells);
    for (const [at, caller] of callers.entries()) {
      answers.set(caller, await tryCell(row, caller, expected[at]));
    }
    expect([...answers.values()].map((answer) => cellOf(answer, row))).toEqual(expected);
  });

  const { absent } = row;
  if (!absent) return;
  test('is refused like something that does not exist', async () => {
    const refused = callers.filter((_caller, at) => wordsOf(row.cells)[at] === 'no');
    expect(refused.length).toBeGreaterThan(0);
    for (const caller of refused) {
      const input = absent(world, caller);
      const answer = await send(endpointOf(row), await world.logIn(caller), input);
      expect([caller, visible(answer)]).toEqual([caller, visible(answers.get(caller) ?? answer)]);
    }
  });
});
