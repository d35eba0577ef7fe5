import '../../../../kit/test/browser.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Reply, type SeenRequest, startApiServer } from '../../../../kit/test/api-server.ts';
import { createQueryClient } from '../../platform/query-client.ts';
import { bannersQuery } from './banners.ts';
import { footerQuery } from './footer.ts';

let server: Awaited<ReturnType<typeof startApiServer>>;
const footer = { name: '範例協會', address: '臺北市', phone: '02-20000000', fax: '02-20000001' };
const answer = ({ url }: SeenRequest): Reply => ({ json: url === '/api/footer' ? footer : [] });

beforeEach(async () => {
  server = await startApiServer(answer);
});
afterEach(() => server.stop());

test('banner and footer are asked for once, however many pages are opened', async () => {
  const queries = createQueryClient();
  const open = () => Promise.all([queries.fetchQuery(bannersQuery), queries.fetchQuery(footerQuery)]);
  await Promise.all([open(), open()]);
  await open();
  expect(server.seen.map(({ url }) => url).toSorted()).toEqual(['/api/banners', '/api/footer']);
});
