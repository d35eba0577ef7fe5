import { login, logout } from '@portal/contract/accounts';
import { classes } from '@portal/contract/catalogue';
import type { Endpoint } from '@portal/contract/endpoint';
import { refusals } from '@portal/contract/errors';
import { createClasses } from '@portal/contract/office/classes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestPortal, type TestPortal } from '../../../test/app.ts';
import { nameOf } from '../../../test/described-calls.ts';
import { endpoints } from '../../../test/hostile/calls.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const get = (url: string, headers = {}) => portal.app.inject({ url, headers });

interface Operation {
  parameters: { name: string; in: string; required: boolean }[];
  requestBody?: { content: Record<string, { schema: { properties: object } }> };
  responses: Record<string, { description: string }>;
}

const operationOf = async ({ method, path }: Endpoint): Promise<Operation> => {
  const { paths } = (await get('/api/docs/openapi.json')).json();
  return paths[path.replace(/:(\w+)/g, '{$1}')][method.toLowerCase()];
};

describe('the description of the calls', () => {
  test.each(endpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    '%s has its parameters, its body and every text that it may refuse with',
    async (_, endpoint) => {
      const { parameters, requestBody, responses } = await operationOf(endpoint);
      const inPath = parameters.filter((parameter) => parameter.in === 'path');
      expect(inPath.map(({ name }) => `:${name}`)).toEqual(endpoint.path.match(/:\w+/g) ?? []);
      expect(inPath.every(({ required }) => required)).toBe(true);
      const type = endpoint.multipart ? 'multipart/form-data' : 'application/json';
      expect(Object.keys(requestBody?.content ?? {})).toEqual(endpoint.body ? [type] : []);
      for (const code of endpoint.refusals) {
        const { status, text } = refusals[code];
        expect(responses[status]?.description.split('／')).toContain(text);
      }
    },
  );

  test('says in which forms a time is accepted', async () => {
    const { requestBody } = await operationOf(createClasses);
    expect(requestBody?.content['application/json']?.schema.properties).toHaveProperty(
      'applyFrom.anyOf.0',
      expect.objectContaining({
        description: expect.stringContaining('2026-12-05T09:00:00+08:00'),
        pattern: expect.stringContaining('\\+08:00'),
      }),
    );
  });

  test('lists the refusal of an ended session for every call but logout', async () => {
    const statuses = async (endpoint: Endpoint) => Object.keys((await operationOf(endpoint)).responses);
    expect(await statuses(classes)).toContain('401');
    expect(await statuses(login)).toContain('401');
    expect(await statuses(logout)).not.toContain('401');
  });

  test.each(['/api/docs', '/api/docs/openapi.json'])('%s may be cached and has an ETag', async (url) => {
    const first = await get(url);
    expect(first.headers['cache-control']).toBe('public, max-age=300');
    const again = await get(url, { 'if-none-match': first.headers.etag });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });
});
