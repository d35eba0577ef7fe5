import { access, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pages } from '@portal/contract/pages';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildClass } from '../../test/factories/catalogue.ts';
import { buildApp } from '../app.ts';
import { classes } from '../classes/tables.ts';
import { pictures } from '../content/tables.ts';
import { ROOT } from '../platform/config.ts';
import { privateModules } from './page-files.ts';
import { withPictureSizes } from './picture-sizes.ts';
import { renderedAddress } from './rendered-pages.ts';

const INDEX = `<!doctype html>
<html data-name="{siteName}">
  <head><title>{siteName}</title><template id="steps"></template></head>
  <body>
    <div id="root"><main id="opening"><template><p>failed</p></template>empty</main></div>
  </body>
</html>
`;

const MANIFEST = {
  'index.html': { file: 'assets/main.js', isEntry: true, dynamicImports: ['root'], css: ['assets/main.css'] },
  root: { file: 'assets/root.js', imports: ['shared'] },
  shared: { file: 'assets/shared.js', imports: ['root'] },
  'src/content/site-page.tsx': { file: 'assets/page.js', imports: ['shared', 'text'] },
  text: { file: 'assets/text.js', css: ['assets/text.css'] },
  'src/enrolment/records-page.tsx': {
    file: 'assets/records.js',
    imports: ['shared'],
    css: ['assets/records.css'],
  },
  'src/app/first-calls.ts': { file: 'assets/calls.js', imports: ['root'] },
};

/** Stands in for the application: shows the list of classes that an address asks for. */
const RENDER = `
export const orders = [];
export const settings = { cost: 0, fails: false };
export const renderPage = async ({ pathname, search, site, answer }) => {
  orders.push(pathname + search);
  if (settings.fails) throw new Error('cannot be rendered');
  const { word } = Object.fromEntries(new URLSearchParams(search));
  const code = /^\\/ClassInfo\\/(.+)/.exec(pathname)?.[1];
  const data = code
    ? await answer('/api/class/:code', { params: { code }, query: undefined })
    : await answer('/api/classes', { params: undefined, query: { type: 'Normal', num: '50', ...(word && { word }) } });
  return { html: '<ol data-site="' + site.name + '"></ol>', data, cost: settings.cost };
};
`;

interface Stand {
  readonly orders: string[];
  readonly settings: { cost: number; fails: boolean };
}

let portal: TestPortal;
let folder: string;
let app: FastifyInstance;
let stand: Stand;
beforeAll(async () => {
  portal = await openTestPortal();
  folder = await mkdtemp(path.join(os.tmpdir(), 'portal-rendered-'));
  await mkdir(path.join(folder, 'server'));
  await writeFile(path.join(folder, 'index.html'), INDEX);
  await mkdir(path.join(folder, '.vite'));
  await writeFile(path.join(folder, '.vite', 'manifest.json'), JSON.stringify(MANIFEST));
  await writeFile(path.join(folder, 'package.json'), '{"type":"module"}');
  await writeFile(path.join(folder, 'server', 'render.js'), RENDER);
  stand = (await import(path.join(folder, 'server', 'render.js'))) as Stand;
  app = await buildApp(portal.services, { checkAnswers: true, site: folder });
});
afterAll(async () => {
  await app.close();
  await portal.close();
  await rm(folder, { recursive: true });
});

const later = (milliseconds: number) => {
  portal.clock.now = new Date(portal.clock.now.getTime() + milliseconds);
};

beforeEach(() => {
  later(60_000);
  stand.orders.length = 0;
  Object.assign(stand.settings, { cost: 0, fails: false });
});

const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ url, headers: { accept: 'text/html', ...headers } });

const dataIn = (html: string): unknown =>
  JSON.parse(/<script id="data" type="application\/json">(.*?)<\/script>/s.exec(html)?.[1] ?? 'null');

test('a page has its contents and their data, and what is shown if a script fails', async () => {
  const { code } = await buildClass(portal.db);
  const { body, headers } = await get('/');
  expect(body).toContain('<div data-rendered id="root"><ol data-site="學員訓練報名網"></ol></div>');
  expect(body).toContain('<div id="opening"><template><p>failed</p></template></div>');
  expect(body).not.toContain('empty');
  expect(dataIn(body)).toEqual((await app.inject('/api/classes?type=Normal&num=50')).json());
  expect(dataIn(body)).toContainEqual(expect.objectContaining({ code }));
  expect(headers['cache-control']).toBe('public, max-age=1');
});

test('texts cannot end the element of the data', async () => {
  const hostile = '</script><script>alert(1)</script><!--\u2028\u2029&lt;';
  const { code } = await buildClass(portal.db, { place: hostile });
  const { body } = await get(`/ClassInfo/${code}`);
  expect(body.match(/<\/script>/g)).toHaveLength(1);
  expect(body).not.toContain('<!--');
  expect(dataIn(body)).toMatchObject({ place: hostile });
});

test('a page is rendered again only when an answer that it shows has changed', async () => {
  const { id, code } = await buildClass(portal.db);
  const first = await get(`/ClassInfo/${code}`);
  later(5_000);
  const same = await get(`/ClassInfo/${code}`, { 'if-none-match': String(first.headers.etag) });
  expect([same.statusCode, stand.orders.length]).toEqual([304, 1]);

  await portal.db.update(classes).set({ place: '新的教室' }).where(eq(classes.id, id));
  later(1_000);
  const changed = await get(`/ClassInfo/${code}`);
  expect(dataIn(changed.body)).toMatchObject({ place: '新的教室' });
  expect(changed.headers.etag).not.toBe(first.headers.etag);
  expect(stand.orders).toHaveLength(2);
});

test('simultaneous visitors share a rendering', async () => {
  await Promise.all(Array.from({ length: 20 }, () => get('/ClassInfo?word=first')));
  expect(stand.orders).toEqual(['/ClassInfo?word=first']);
});

test('parameters that a page does not show make no page of their own', async () => {
  await get('/ClassInfo?word=x&utm_source=a');
  await get('/ClassInfo?fbclid=b&word=x');
  expect(stand.orders).toEqual(['/ClassInfo?word=x']);
});

test('while renderings have taken their share of the time, only main pages are rendered', async () => {
  stand.settings.cost = 1_000_000;
  await get('/ClassInfo?word=dear');
  stand.settings.cost = 0;
  const frame = await get('/ClassInfo?word=next');
  expect(frame.statusCode).toBe(200);
  expect(frame.body).toContain('empty');
  expect(frame.body).not.toContain('data-rendered');
  expect((await get('/ClassInfo')).body).toContain('data-rendered');
  // A kept page costs no time.
  later(2_000);
  expect((await get('/ClassInfo?word=dear')).body).toContain('data-rendered');
  await get('/');
});

test('a page that cannot be rendered comes as the frame', async () => {
  stand.settings.fails = true;
  await buildClass(portal.db);
  later(2_000);
  const { statusCode, body } = await get('/');
  expect([statusCode, body.includes('empty')]).toEqual([200, true]);
});

test('missing and private pages are not rendered', async () => {
  expect((await get('/ClassInfo/NONE')).statusCode).toBe(404);
  await get('/Auth/PayRecord');
  await get('/login');
  expect(stand.orders).toEqual([]);
});

test('a picture in a text comes with its size', async () => {
  const key = 'picture-of-a-text-0001';
  await portal.db.insert(pictures).values({ key, width: 640, height: 360, createdAt: portal.clock.now });
  const tag = (address: string, more = '') =>
    `<img loading="lazy" src="/pictures/${address}"${more} alt="" />`;
  const unknown = 'a-picture-that-is-gone';
  const texts = [tag(key), tag(`${key}?w=640`), tag(key, ' width="20"'), tag(unknown)].join('');
  expect(await withPictureSizes(portal.db, texts)).toBe(
    [
      tag(key, ' width="640" height="360"'),
      tag(`${key}?w=640`).replace('" alt', '" width="640" height="360" alt'),
      tag(key, ' width="20"'),
      tag(unknown),
    ].join(''),
  );
});

test('a page brings its styles, and the scripts that it needs after the first paint', async () => {
  const { body } = await get('/Contact');
  expect(body).toContain('<link rel="stylesheet" crossorigin href="/assets/text.css"></head>');
  expect(body).toContain(
    '<template id="steps"><link rel="modulepreload" crossorigin href="/assets/text.js"><link rel="modulepreload" crossorigin href="/assets/page.js"></template>',
  );
  expect((await get('/')).body).not.toContain('/assets/');
});

test('a page behind the login brings its code with the scripts of the frame', async () => {
  const { body } = await get('/Auth/PayRecord');
  expect(body).toContain('<link rel="stylesheet" crossorigin href="/assets/records.css"></head>');
  expect(body).toContain(
    '<template id="steps"><link rel="modulepreload" crossorigin href="/assets/records.js"><link rel="modulepreload" crossorigin href="/assets/calls.js"></template>',
  );
});

test('every page behind the login names files of the application', async () => {
  const files = Object.values(pages).flatMap(({ path: address }) => privateModules(address));
  await Promise.all([...new Set(files)].map((file) => access(path.join(ROOT, 'web', file))));
  expect(files.length).toBeGreaterThan(20);
});

test.each([
  ['/', '/?from=mail', { pathname: '/', search: '', isMain: true, modules: [] }],
  [
    '/ClassInfo',
    '/ClassInfo?page=2&x=1',
    { pathname: '/ClassInfo', search: '?page=2', modules: [expect.any(String)], isMain: false },
  ],
  ['/ClassInfo', `/ClassInfo?word=${'長'.repeat(300)}`, null],
  [
    '/ClassInfo/:code',
    '/ClassInfo/A-1?group=B',
    { pathname: '/ClassInfo/A-1', search: '?group=B', modules: [expect.any(String)], isMain: false },
  ],
  ['/login', '/login', null],
])('%s at %s is rendered as %j', (pattern, url, expected) => {
  expect(renderedAddress(pattern, url)).toEqual(expected);
});
