import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { eq, inArray } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { parseDocument } from 'htmlparser2';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { connectPatiently } from '../../test/database.ts';
import { buildClass, buildCourse, buildOrganization } from '../../test/factories/catalogue.ts';
import { buildIntroType } from '../../test/factories/content.ts';
import { buildApp } from '../app.ts';
import { branding, logos } from '../branding/tables.ts';
import { classes } from '../classes/tables.ts';
import { banners, pictures } from '../content/tables.ts';
import { connect } from '../platform/database/database.ts';
import { portalHeaders } from './policies.ts';

const INDEX = `<!doctype html>
<html lang="zh-Hant-TW">
  <head>
    <meta charset="utf-8" />
    <title>{siteName}</title>
    <meta name="application-name" content="{siteName}" />
    <meta property="og:site_name" content="{siteName}" />
    <meta name="theme-color" content="{siteColour}" />
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
    <meta name="description" content="全站" />
    <meta property="og:type" content="website" />
    <meta property="og:title" content="全站" />
    <meta property="og:description" content="全站" />
    <meta property="og:image" content="/share.png" />
    <script type="module" src="/assets/index-a1b2c3.js"></script>
  </head>
  <body><div id="root"><img alt="" id="emblem" src="/assets/emblem-a1b2c3.svg" /><!--banner:<img alt="" class="at-{focusX} at-{focus}" src="{src}" srcset="{srcset}" />--></div></body>
</html>
`;
const SCRIPT = 'console.log(1);';

let portal: TestPortal;
let folder: string;
let app: FastifyInstance;
beforeAll(async () => {
  portal = await openTestPortal({ PUBLIC_URL: 'https://portal.example/' });
  folder = await mkdtemp(path.join(os.tmpdir(), 'portal-site-'));
  await mkdir(path.join(folder, 'assets'));
  await Promise.all([
    writeFile(path.join(folder, 'index.html'), INDEX),
    writeFile(path.join(folder, 'index.html.br'), brotliCompressSync(INDEX)),
    writeFile(path.join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"></svg>'),
    writeFile(path.join(folder, 'assets/index-a1b2c3.js'), SCRIPT),
    writeFile(path.join(folder, 'assets/index-a1b2c3.js.br'), brotliCompressSync(SCRIPT)),
  ]);
  app = await buildApp(portal.services, { checkAnswers: true, site: folder });
});
afterAll(async () => {
  await app.close();
  await portal.close();
  await rm(folder, { recursive: true });
});

let step = 0;
beforeEach(() => {
  step += 1;
  portal.clock.now = new Date(NOW.getTime() + step * 60_000);
});

const get = (url: string, headers: Record<string, string> = { accept: 'text/html' }) =>
  app.inject({ url, headers });

type Node = ReturnType<typeof parseDocument>['children'][number];

const elements = (
  nodes: readonly Node[],
): { name: string; attribs: Record<string, string>; text: string }[] =>
  nodes.flatMap((node) =>
    'attribs' in node
      ? [
          {
            name: node.name,
            attribs: node.attribs,
            text: node.children.map((child) => ('data' in child ? child.data : '')).join(''),
          },
          ...elements(node.children),
        ]
      : [],
  );

/** The head of a page as a search engine reads it. */
const headOf = (html: string) => {
  const found = elements(parseDocument(html).children);
  const meta = (key: string) =>
    found
      .filter(({ name, attribs }) => name === 'meta' && (attribs.name ?? attribs.property) === key)
      .map(({ attribs }) => attribs.content);
  return {
    title: found.filter(({ name }) => name === 'title').map(({ text }) => text),
    description: meta('description'),
    ogTitle: meta('og:title'),
    ogDescription: meta('og:description'),
    ogUrl: meta('og:url'),
    ogImage: meta('og:image'),
    robots: meta('robots'),
    canonical: found.filter(({ attribs }) => attribs.rel === 'canonical').map(({ attribs }) => attribs.href),
    scripts: found.filter(({ name }) => name === 'script').map(({ attribs }) => attribs.src),
  };
};

const pageAt = async (url: string) => {
  const answer = await get(url);
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  return { status: answer.statusCode, ...headOf(answer.body) };
};

describe('public pages', () => {
  test.each([
    ['/', '首頁', '/'],
    ['/ClassInfo', '開課資訊', '/ClassInfo'],
    ['/ClassInfo?page=2&opened=3', '開課資訊', '/ClassInfo'],
    ['/ClassInfo/', '開課資訊', '/ClassInfo'],
    ['/Intro', '課程介紹', '/Intro'],
    ['/login', '學員登入', '/login'],
    ['/Register', '加入學員', '/Register'],
    ['/ForgetPassword?token=secret', '忘記密碼', '/ForgetPassword'],
  ])('%s', async (url, name, canonical) => {
    const page = await pageAt(url);
    expect(page).toMatchObject({
      status: 200,
      title: [`${name}｜學員訓練報名網`],
      ogTitle: [`${name}｜學員訓練報名網`],
      ogUrl: [`https://portal.example${canonical}`],
      ogImage: ['https://portal.example/share.png'],
      canonical: [`https://portal.example${canonical}`],
      robots: [],
      scripts: ['/assets/index-a1b2c3.js'],
    });
    expect(page.description).toHaveLength(1);
    expect(page.ogDescription).toEqual(page.description);
  });

  test('a class has its own title and says what, where and when', async () => {
    const organization = await buildOrganization(portal.db, { code: 'KHH', name: '高雄市分會' });
    const { code } = await buildClass(portal.db, {
      organizationId: organization.id,
      startTime: new Date('2026-12-05T01:00:00Z'),
      place: '高雄市範例路 2 號',
    });
    expect(await pageAt(`/ClassInfo/${code}`)).toMatchObject({
      status: 200,
      title: [`基本救命術訓練（${code}）｜學員訓練報名網`],
      description: [
        `高雄市分會「基本救命術訓練」，課程代碼 ${code}，2026-12-05（六）09:00 開課，名額 20 人，上課地點：高雄市範例路 2 號。`,
      ],
      canonical: [`https://portal.example/ClassInfo/${code}`],
      robots: [],
    });
    expect(await pageAt(`/ClassInfo/${code}/`)).toEqual(await pageAt(`/ClassInfo/${code}`));
  });

  test('a class that has started still has its page', async () => {
    const { code } = await buildClass(portal.db, { startTime: NOW });
    expect(await pageAt(`/ClassInfo/${code}`)).toMatchObject({ status: 200, robots: [] });
  });

  test('a category has its title and its first words', async () => {
    await buildIntroType(portal.db, {
      title: '急救訓練',
      entries: [{ title: '為什麼要學急救', html: `<p>突然倒下的人。</p><p>${'長'.repeat(300)}</p>` }],
    });
    const page = await pageAt(`/Intro/${encodeURIComponent('急救訓練')}`);
    expect(page).toMatchObject({
      status: 200,
      title: ['急救訓練｜學員訓練報名網'],
      canonical: [`https://portal.example/Intro/${encodeURIComponent('急救訓練')}`],
    });
    const [description = ''] = page.description;
    expect(description).toMatch(/^急救訓練課程介紹。為什麼要學急救：突然倒下的人。 長+…$/);
    expect([...description]).toHaveLength(150);
    expect(await pageAt(`/Intro/${encodeURIComponent('急救訓練')}/`)).toEqual(page);
  });

  test('texts are escaped everywhere', async () => {
    const hostile = `</title><script>alert(1)</script>" onload="x&amp;'<!--`;
    const course = await buildCourse(portal.db, { code: 'EVIL', chineseName: hostile });
    const { code } = await buildClass(portal.db, { courseId: course.id, place: hostile });
    const page = await pageAt(`/ClassInfo/${code}`);
    expect(page.title).toEqual([`${hostile}（${code}）｜學員訓練報名網`]);
    expect(page.scripts).toEqual(['/assets/index-a1b2c3.js']);
    expect(page.description[0]).toContain(hostile);

    await buildIntroType(portal.db, { title: hostile, entries: [{ title: hostile, html: hostile }] });
    const intro = await pageAt(`/Intro/${encodeURIComponent(hostile)}`);
    expect([intro.status, intro.scripts, intro.title]).toEqual([
      200,
      page.scripts,
      [`${hostile}｜學員訓練報名網`],
    ]);
  });
});

describe('the first banner', () => {
  const imagesOf = async (url: string) => {
    const { body } = await get(url);
    expect(body).not.toContain('banner:');
    return elements(parseDocument(body).children)
      .filter(({ name, attribs }) => name === 'img' && attribs.id !== 'emblem')
      .map(({ attribs }) => attribs);
  };

  test('is absent where there is none', async () => {
    expect(await imagesOf('/')).toEqual([]);
  });

  test.each(['/', '/ClassInfo', '/Auth/Profile', '/no/such/page'])(
    'stands in the HTML of %s',
    async (url) => {
      const keys = ['first-banner-of-all', 'second-banner-here'] as const;
      for (const key of keys) {
        await portal.db.insert(pictures).values({ key, width: 1600, height: 480, createdAt: NOW });
      }
      await portal.db.insert(banners).values([
        { pictureKey: keys[1], position: 2 },
        { pictureKey: keys[0], position: 1, focus: 70, focusX: 20 },
      ]);
      const src = `/pictures/${keys[0]}`;
      try {
        expect(await imagesOf(url)).toEqual([
          {
            alt: '',
            class: 'at-20 at-70',
            src,
            srcset: `${src}?w=400 400w, ${src}?w=800 800w, ${src} 1600w`,
          },
        ]);
      } finally {
        await portal.db.delete(banners);
        await portal.db.delete(pictures).where(inArray(pictures.key, [...keys]));
      }
    },
  );
});

test('the home page alone is marked: its banner is tall from the start', async () => {
  const isMarked = async (url: string) => (await get(url)).body.includes('<div data-home id="root">');
  expect([await isMarked('/'), await isMarked('/ClassInfo'), await isMarked('/Auth/Profile')]).toEqual([
    true,
    false,
    false,
  ]);
});

describe('private pages', () => {
  test.each([
    ['/Auth/Profile', '個人資料編輯'],
    ['/Auth/PayRecord', '報名繳費紀錄'],
    ['/Auth/TrainingRecord', '個人訓練紀錄'],
    ['/Auth/CertList', '證照換證申請'],
    ['/Auth/PaidInfo/TPE-CPR-001', '繳費回報'],
    ['/Auth/ReCert/X', '換證申請確認'],
    ['/Auth/ReCert/X/', '換證申請確認'],
    ['/Group', '團體管理'],
    ['/Group/MemberProfile', '團體成員資料'],
    ['/Group/Member/LANHAI', '團體成員'],
    ['/Group/Management/LANHAI', '團體成員管理'],
    ['/Group/LANHAI/TPE-LG1-001', '團體課程名單'],
    ['/Class/Personal/TPE-CPR-001', '線上報名(個人)'],
    ['/Class/Personal/TPE-CPR-001/finish', '報名資訊'],
    ['/Class/Group/TPE-CPR-001', '線上報名(團體)'],
  ])('%s is not indexed by search engines', async (url, name) => {
    expect(await pageAt(url)).toMatchObject({
      status: 200,
      title: [`${name}｜學員訓練報名網`],
      robots: ['noindex'],
      canonical: [],
      ogUrl: [],
      description: [],
    });
  });
});

test('made-up addresses of private pages do not push public pages out of the cache', async () => {
  const { code } = await buildClass(portal.db);
  const kept = await pageAt(`/ClassInfo/${code}`);
  await portal.db.update(classes).set({ place: '他處' }).where(eq(classes.code, code));
  for (let n = 0; n < 250; n += 1) await get(`/Class/Personal/MADE-UP-${n}`);
  expect(await pageAt(`/ClassInfo/${code}`)).toEqual(kept);
});

describe('unknown addresses', () => {
  test.each([
    '/ClassInfo/NIX-0001',
    '/ClassInfo/%00',
    '/ClassInfo/a/b',
    '/ClassInfo//',
    '/ClassInfo/NIX-0001/',
    '/Intro/%00',
    `/Intro/${encodeURIComponent('沒有這一類')}`,
    '/Auth',
    '/Class/Personal',
    '/no/such/page',
    '/index.html',
    '/wp-login.php',
    '//evil.example/',
  ])('%s answers with the not-found page', async (url) => {
    expect(await pageAt(url)).toMatchObject({
      status: 404,
      title: ['找不到頁面｜學員訓練報名網'],
      robots: ['noindex'],
      canonical: [],
    });
  });

  test('an unpublished class', async () => {
    const { code } = await buildClass(portal.db, { publishedAt: null });
    expect(await pageAt(`/ClassInfo/${code}`)).toMatchObject({ status: 404 });
  });

  test.each(['/api/nothing', '/api', '/assets/index-old.js', '/pictures', '/download/x'])(
    '%s answers in JSON',
    async (url) => {
      const answer = await get(url);
      expect([answer.statusCode, answer.json()]).toEqual([404, { code: 'not_found', message: '查無資料' }]);
    },
  );

  test.each([
    ['an address that cannot be read', '/ClassInfo/%E0%A4%A'],
    ['an address that is too long', `/ClassInfo/${'a'.repeat(201)}`],
  ])('%s', async (_, address) => {
    const page = await get(address);
    expect(page.statusCode).toBe(404);
    expect(page.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', ...portalHeaders });
    expect(page.body).toContain('<title>找不到頁面｜');
    const asData = await get(address, { accept: 'application/json' });
    expect(asData.headers['content-type']).toBe('application/json; charset=utf-8');
    const posted = await app.inject({ method: 'POST', url: address, headers: { accept: 'text/html' } });
    expect(posted.headers['content-type']).toBe('application/json; charset=utf-8');
  });

  test('a request that does not accept HTML gets no page', async () => {
    const answer = await get('/no/such/page', { accept: 'application/json' });
    expect([answer.statusCode, answer.json()]).toEqual([404, { code: 'not_found', message: '查無資料' }]);
  });

  test('another method gets no page', async () => {
    const answer = await app.inject({ method: 'POST', url: '/ClassInfo', headers: { accept: 'text/html' } });
    expect([answer.statusCode, answer.json()]).toEqual([404, { code: 'not_found', message: '查無資料' }]);
  });
});

describe('caching and compression', () => {
  test('a page is asked for again each time, and answered 304 where nothing changed', async () => {
    const { headers } = await get('/ClassInfo');
    expect(headers).toMatchObject({ 'cache-control': 'no-cache' });
    const again = await get('/ClassInfo', { accept: 'text/html', 'if-none-match': String(headers.etag) });
    expect(again.statusCode).toBe(304);
  });

  test('HEAD answers with the same headers', async () => {
    const answer = await app.inject({
      method: 'HEAD',
      url: '/no/such/page',
      headers: { accept: 'text/html' },
    });
    expect([answer.statusCode, answer.body]).toEqual([404, '']);
  });

  test('files with hashed names are kept for ever, compressed beforehand', async () => {
    const plain = await get('/assets/index-a1b2c3.js');
    expect(plain.body).toBe(SCRIPT);
    const brotli = await get('/assets/index-a1b2c3.js', { 'accept-encoding': 'br' });
    expect(brotli.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': expect.stringMatching(/javascript/),
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    expect(brotli.rawPayload.equals(brotliCompressSync(SCRIPT))).toBe(true);
  });

  test('files under a fixed name are not', async () => {
    const answer = await get('/favicon.svg');
    expect(answer.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=3600',
    });
  });

  test('nothing outside the build is served', async () => {
    for (const url of [
      '/../package.json',
      '/assets/../../package.json',
      '/%2e%2e/package.json',
      '/index.html.br',
    ]) {
      expect((await get(url)).statusCode).toBeGreaterThanOrEqual(400);
    }
  });
});

describe('robots.txt and the site map', () => {
  test('robots.txt names the site map', async () => {
    const answer = await get('/robots.txt');
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(answer.body).toBe('User-agent: *\nAllow: /\n\nSitemap: https://portal.example/sitemap.xml\n');
  });

  test('the site map has the public pages, the categories and the listed classes', async () => {
    const listed = await buildClass(portal.db);
    const started = await buildClass(portal.db, { startTime: NOW });
    const hidden = await buildClass(portal.db, { publishedAt: null });
    await buildIntroType(portal.db, { title: '水上 & 山域' });

    const answer = await get('/sitemap.xml');
    expect(answer.headers['content-type']).toBe('application/xml; charset=utf-8');
    const addresses = [...answer.body.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address);
    const at = (rest: string) => `https://portal.example${rest}`;
    expect(addresses).toEqual(
      expect.arrayContaining([at('/'), at('/ClassInfo'), at('/Intro'), at(`/ClassInfo/${listed.code}`)]),
    );
    expect(addresses).toContain(at(`/Intro/${encodeURIComponent('水上 & 山域')}`));
    expect(addresses).not.toContain(at(`/ClassInfo/${started.code}`));
    expect(addresses).not.toContain(at(`/ClassInfo/${hidden.code}`));
    expect(addresses.filter((address) => /Auth|Group|\/Class\//.test(address ?? ''))).toEqual([]);
  });
});

test('without a database pages are served, and those with contents answer 503', async () => {
  const db = connect('postgres://127.0.0.1:1/nowhere');
  const away = await buildApp({ ...portal.services, db }, { site: folder });
  const statusOf = async (url: string) => {
    const page = await away.inject({ url, headers: { accept: 'text/html' } });
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    const [, title] = /<title>(.*)<\/title>/.exec(page.body) ?? [];
    return [page.statusCode, title, /noindex/.test(page.body), page.headers['retry-after']];
  };
  expect(await statusOf('/')).toEqual([200, '首頁｜學員訓練報名網', false, undefined]);
  expect(await statusOf('/ClassInfo/TPE-FA1-001')).toEqual([503, '課程內容｜學員訓練報名網', true, '2']);
  expect(await statusOf('/Intro/x')).toEqual([503, '課程介紹｜學員訓練報名網', true, '2']);
  await away.close();
});

test('without a build calls are answered and pages are not', async () => {
  const bare = await buildApp(portal.services, { site: path.join(folder, 'nowhere') });
  const page = await bare.inject({ url: '/', headers: { accept: 'text/html' } });
  expect([page.statusCode, page.json()]).toEqual([404, { code: 'not_found', message: '查無資料' }]);
  expect((await bare.inject('/api/organizations')).statusCode).toBe(200);
  await bare.close();
});

describe('a site with a look of its own', () => {
  const look = {
    name: '藍海 <救援> $& 學院',
    shortName: '藍海',
    colour: '#1d3f8f',
    senderName: null,
    address: null,
  };
  const KEY = 'logo_of-the-site-90123';

  const setLook = async (more: object = {}) => {
    const [logo] = await portal.db
      .insert(logos)
      .values({ key: KEY, createdAt: NOW })
      .onConflictDoNothing()
      .returning();
    const [known] = logo ? [logo] : await portal.db.select().from(logos);
    const values = { ...look, logoId: known?.id ?? null, ...more };
    await portal.db.insert(branding).values(values).onConflictDoUpdate({ target: branding.id, set: values });
  };

  afterAll(async () => {
    await portal.db.delete(branding);
  });

  test('has its name, colour and logo in the page', async () => {
    await setLook();
    const html = (await get('/ClassInfo')).body;
    const found = elements(parseDocument(html).children);
    const attributeOf = (name: string, by: string, at: string) =>
      found.find(({ name: tag, attribs }) => tag === name && Object.values(attribs).includes(by))?.attribs[
        at
      ];
    expect(headOf(html)).toMatchObject({
      title: [`開課資訊｜${look.name}`],
      ogTitle: [`開課資訊｜${look.name}`],
      ogImage: [`https://portal.example/logos/${KEY}-share.png`],
    });
    expect([
      attributeOf('meta', 'application-name', 'content'),
      attributeOf('meta', 'og:site_name', 'content'),
      attributeOf('meta', 'theme-color', 'content'),
      attributeOf('link', 'icon', 'href'),
      attributeOf('link', 'apple-touch-icon', 'href'),
      attributeOf('img', 'emblem', 'src'),
      found.find(({ name }) => name === 'html')?.attribs['data-logo'],
    ]).toEqual([
      ...[look.name, look.name, look.colour, `/logos/${KEY}-192.png`, `/logos/${KEY}-180.png`],
      ...[`/logos/${KEY}-96.png`, `/logos/${KEY}-96.png`],
    ]);
    expect(html).not.toContain('學員訓練報名網');
  });

  test('links its colours, which may be cached for ever under the address that changes with them', async () => {
    await setLook();
    const [, address = ''] =
      /<link rel="stylesheet" href="(\/site\.css[^"]*)"/.exec((await get('/')).body) ?? [];
    const sheet = await get(address);
    expect([sheet.statusCode, sheet.headers['content-type'], sheet.headers['cache-control']]).toEqual([
      ...[200, 'text/css; charset=utf-8', 'public, max-age=31536000, immutable'],
    ]);
    expect(sheet.body).toMatch(/^:root\{(--color-[a-z0-9-]+:#[0-9a-f]{6};?)+\}\n$/);
    expect(sheet.body).toContain('--color-bar:#1d3f8f');
    const plain = await get('/site.css?v=of-before');
    expect([plain.body, plain.headers['cache-control']]).toEqual([sheet.body, 'no-cache']);
    const again = await get('/site.css', { 'if-none-match': String(plain.headers.etag) });
    expect(again.statusCode).toBe(304);
  });

  test('has a manifest with its name and icons', async () => {
    await setLook();
    const { headers, body } = await get('/site.webmanifest');
    expect(headers['content-type']).toBe('application/manifest+json');
    expect(JSON.parse(body)).toMatchObject({
      ...{ name: look.name, short_name: '藍海', theme_color: look.colour },
      icons: [96, 180, 192, 512].map((side) => ({
        src: `/logos/${KEY}-${side}.png`,
        sizes: `${side}x${side}`,
      })),
    });
  });

  test('with a name but no logo shows no picture with the built-in name', async () => {
    await setLook({ logoId: null });
    expect(headOf((await get('/')).body).ogImage).toEqual([]);
  });

  test('is named in the documents of the calls', async () => {
    await setLook();
    expect((await get('/api/docs/openapi.json')).json().info.title).toBe(`${look.name} API`);
    expect((await get('/api/docs')).body).toContain('<h1>藍海 &lt;救援&gt; $&amp; 學院 API</h1>');
  });

  test.each([
    '/logos/',
    '/logos/x.png',
    `/logos/${KEY}-96.png`,
    `/logos/${KEY}-97.png`,
    '/logos/..%2Fphotos%2Fx',
  ])('%s is not found', async (url) => {
    expect((await get(url, { accept: '*/*' })).statusCode).toBe(404);
  });

  test('another server follows within two seconds', async () => {
    const db = connectPatiently(portal.services.config.databaseUrl ?? '');
    const other = await buildApp({ ...portal.services, db }, { site: folder });
    const titles = async () =>
      Promise.all(
        [app, other].map(async (server) =>
          headOf(
            (await server.inject({ url: '/login', headers: { accept: 'text/html' } })).body,
          ).title.join(),
        ),
      );
    await setLook();
    expect(await titles()).toEqual(Array(2).fill(`學員登入｜${look.name}`));
    await setLook({ name: '黃昏訓練網', colour: '#f5c518' });
    portal.clock.now = new Date(portal.clock.now.getTime() + 2000);
    expect(await titles()).toEqual(Array(2).fill('學員登入｜黃昏訓練網'));
    await other.close();
    await db.$client.end();
  });

  test('keeps its name while the database is away', async () => {
    await setLook();
    const db = connectPatiently(portal.services.config.databaseUrl ?? '');
    const away = await buildApp({ ...portal.services, db }, { site: folder });
    const title = async () =>
      headOf((await away.inject({ url: '/login', headers: { accept: 'text/html' } })).body).title;
    expect(await title()).toEqual([`學員登入｜${look.name}`]);
    await db.$client.end();
    portal.clock.now = new Date(portal.clock.now.getTime() + 60_000);
    expect(await title()).toEqual([`學員登入｜${look.name}`]);
    await away.close();
  });
});
