import '../../../../kit/test/browser.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startApiServer } from '../../../../kit/test/api-server.ts';
import { createQueryClient } from '../../platform/query-client.ts';
import { certificatesQuery } from './get-certificates.ts';
import { oldCertificatesQuery } from './get-old-certificates.ts';

let server: Awaited<ReturnType<typeof startApiServer>>;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  server = await startApiServer(() => ({ json: [] }));
});
afterEach(() => {
  vi.useRealTimers();
  return server.stop();
});

test('the certificates are asked for once in 300 ms, however often the page is opened', async () => {
  const queries = createQueryClient();
  const open = () =>
    Promise.all([queries.fetchQuery(certificatesQuery()), queries.fetchQuery(oldCertificatesQuery())]);
  await Promise.all([open(), open()]);
  vi.advanceTimersByTime(299);
  await open();
  expect(server.seen.map(({ url }) => url)).toEqual([
    '/api/class/personal/CertLists',
    '/api/class/personal/OldCertLists',
  ]);
  vi.advanceTimersByTime(1);
  await open();
  expect(server.seen).toHaveLength(4);
});
