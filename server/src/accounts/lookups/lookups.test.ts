import * as contract from '@portal/contract/lookups';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestPortal, type TestPortal } from '../../../test/app.ts';

let portal: TestPortal;

beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const areasOf = async (city: string) => (await portal.call(contract.areas, { query: { city } })).answer;

describe('the lists of the personal data form', () => {
  test.each([
    ['cities', contract.cities, 22, { id: 1, name: '臺北市' }, 300],
    ['careers', contract.careers, 18, { id: 1, name: '軍人' }, 1],
    ['educations', contract.educations, 8, { id: 1, name: '國小' }, 1],
    ['educationstatuses', contract.educationstatuses, 3, { id: 1, name: '畢業' }, 1],
  ])('%s have their order and are cacheable', async (_, endpoint, count, first, seconds) => {
    const { status, answer, headers } = await portal.call(endpoint);
    expect([status, answer.length, answer[0]]).toEqual([200, count, first]);
    expect(headers['cache-control']).toBe(`public, max-age=${seconds}`);
    expect(headers.etag).toBeDefined();
  });

  test('areas of a city are found by its name or id, with their postal codes', async () => {
    const byName = await areasOf('臺北市');
    expect(byName).toHaveLength(12);
    expect(byName[0]).toEqual({ id: 1, name: '中正區', code: '100' });
    expect(await areasOf(' 臺北市 ')).toEqual(byName);
    expect(await areasOf('1')).toEqual(byName);
  });

  test('areas of all cities are 368 in all', async () => {
    const { answer } = await portal.call(contract.cities);
    const all = await Promise.all(answer.map(({ name }) => areasOf(name)));
    expect(all.flat()).toHaveLength(368);
  });

  test.each(['東京都', '', '0', '99999999999999999999', "'; drop table areas; --"])(
    '%j has no areas',
    async (city) => {
      expect(await areasOf(city)).toEqual([]);
    },
  );

  test.each([[{}], [{ city: '市'.repeat(61) }], [{ city: '臺\u0000北' }]])(
    'areas refuse %j',
    async (query) => {
      const { status, refusal } = await portal.call(contract.areas, { query });
      expect([status, refusal.errors]).toEqual([422, { city: ['查詢條件不正確'] }]);
    },
  );
});
