import { afterAll, beforeAll, test } from 'vitest';
import { nameOf } from '../described-calls.ts';
import { expectRefusal } from './answers.ts';
import { brokenJson, monsters, tooLarge } from './attacks.ts';
import { barred, endpoints, people } from './calls.ts';
import { wrongBody } from './schema.ts';
import { expectNothingKept } from './storage.ts';
import { bearer, bodyOf, openWorld, urlOf, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const rows = endpoints.flatMap((endpoint) =>
  people.flatMap((person) => {
    const status = barred(endpoint, person);
    return status === null ? [] : [[nameOf(endpoint), person, status, endpoint] as const];
  }),
);

/** One attack of each kind, and an input that would be valid from another person. */
const payloads = (): { payload: string | Buffer; type: string }[] => {
  const json = [...brokenJson, ...tooLarge].map(([, payload]) => payload);
  return [
    ...[...json, ...monsters.map(([, value]) => `{"code":${value}}`)].map((payload) => ({
      payload,
      type: 'application/json',
    })),
    { payload: '--x\r\n', type: 'multipart/form-data; boundary=x' },
    { payload: 'code=A', type: 'application/x-www-form-urlencoded' },
    { payload: '{}', type: 'nonsense' },
  ];
};

test.each(rows)('%s refuses a %s with %i for any input', async (_, person, status, endpoint) => {
  const headers = bearer(await world.tokenOf(person));
  const { method } = endpoint;
  const example = world.exampleOf(endpoint);
  const url = urlOf(endpoint, example);
  await expectNothingKept(world.portal, async () => {
    for (const input of [example, { ...example, body: wrongBody(endpoint) }]) {
      const { headers: own, ...body } = await bodyOf(endpoint, input);
      expectRefusal(await world.app.inject({ method, url, headers: { ...headers, ...own }, ...body }), [
        status,
      ]);
    }
    for (const rawQuery of ['num=x&page=-1', 'group=%00', '%zz&&==', '__proto__=1']) {
      const odd = urlOf(endpoint, { ...example, rawQuery });
      expectRefusal(await world.app.inject({ method, url: odd, headers }), [status]);
    }
    if (method === 'GET') return;
    for (const { payload, type } of payloads()) {
      const answer = await world.app.inject({
        method,
        url,
        headers: { ...headers, 'content-type': type },
        payload,
      });
      expectRefusal(answer, [status]);
    }
  });
});
