import type { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildAttachment, buildClass, buildOrganization } from '../../test/factories/catalogue.ts';
import { codeOf } from '../../test/factories/desk.ts';
import { asStaff, grant } from '../../test/factories/staff.ts';
import { addAttachment } from '../classes/files/add-attachment.ts';
import { attachments } from '../classes/tables.ts';
import { attachmentHeader } from '../platform/http/download.ts';

const BY = { actor: 'system', now: NOW } as const;

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const BYTES = Buffer.from('%PDF-1.7 課程簡章');

const attached = async ({
  name = '課程簡章',
  extension = 'pdf',
  publishedAt = new Date('2026-11-01T00:00:00Z') as Date | null,
} = {}) => {
  const { id: classId } = await buildClass(portal.db, { publishedAt });
  await addAttachment(portal.services, { classId, name, extension, bytes: BYTES }, BY);
  const [row] = await portal.db.select().from(attachments).where(eq(attachments.classId, classId));
  return row?.src ?? '';
};

const download = (src: string, method: 'GET' | 'HEAD' = 'GET') =>
  portal.app.inject({ method, url: `/download?src=${encodeURIComponent(src)}` });

test('an attachment is a download with its own name', async () => {
  const answer = await download(await attached());
  expect(answer.statusCode).toBe(200);
  expect(answer.rawPayload.equals(BYTES)).toBe(true);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="____.pdf"; filename*=UTF-8''%E8%AA%B2%E7%A8%8B%E7%B0%A1%E7%AB%A0.pdf`,
    'x-content-type-options': 'nosniff',
  });
});

test('an unknown type is sent as application/octet-stream', async () => {
  const answer = await download(await attached({ extension: 'html' }));
  expect(answer.headers).toMatchObject({ 'content-type': 'application/octet-stream' });
  expect(answer.headers['content-disposition']).toMatch(/^attachment;/);
});

test.each([
  ['bytes=0-3', 206, '%PDF', `bytes 0-3/${BYTES.length}`],
  ['bytes=5-7', 206, '1.7', `bytes 5-7/${BYTES.length}`],
  [`bytes=${BYTES.length}-`, 416, '', `bytes */${BYTES.length}`],
  ['bytes=x', 200, BYTES.toString(), undefined],
])('a download that goes on at %s is answered %i', async (range, status, body, contentRange) => {
  const url = `/download?src=${encodeURIComponent(await attached())}`;
  const answer = await portal.app.inject({ method: 'GET', url, headers: { range } });
  expect([answer.statusCode, answer.rawPayload.toString(), answer.headers['content-range']]).toEqual([
    status,
    body,
    contentRange,
  ]);
});

test('HEAD answers the same headers without the file', async () => {
  const src = await attached();
  const [head, get] = [await download(src, 'HEAD'), await download(src)];
  expect([head.statusCode, head.body]).toEqual([200, '']);
  expect(head.headers['content-disposition']).toBe(get.headers['content-disposition']);
  expect(head.headers['content-type']).toBe(get.headers['content-type']);
});

test('a part has the name and the type of the whole', async () => {
  const url = `/download?src=${await attached()}`;
  const answer = await portal.app.inject({ method: 'GET', url, headers: { range: 'bytes=0-3' } });
  expect(answer.headers).toMatchObject({ 'content-type': 'application/pdf', 'accept-ranges': 'bytes' });
  expect(answer.headers['content-disposition']).toMatch(/^attachment;/);
});

test.each([
  ['GET', { range: 'bytes=0-3', 'if-range': '"x"' }, 200, BYTES.toString()],
  ['HEAD', { range: 'bytes=0-3' }, 200, ''],
] as const)('%s with %j is answered for the whole file', async (method, headers, status, body) => {
  const url = `/download?src=${await attached()}`;
  const answer = await portal.app.inject({ method, url, headers });
  expect([answer.statusCode, answer.rawPayload.toString()]).toEqual([status, body]);
});

describe('with the files watched', () => {
  const watch = () => {
    const { files } = portal.services;
    const original = { stream: files.stream, read: files.read };
    const streams: Readable[] = [];
    files.stream = async (key) => {
      const opened = await original.stream(key);
      if (opened) streams.push(opened);
      return opened;
    };
    return { streams, files, stop: () => Object.assign(files, original) };
  };

  test.each([
    ['HEAD', {}],
    ['GET', { range: 'bytes=0-3' }],
  ] as const)('%s with %j closes the file unread', async (method, headers) => {
    const src = await attached();
    const { streams, stop } = watch();
    await portal.app.inject({ method, url: `/download?src=${src}`, headers });
    stop();
    expect(streams.map(({ destroyed, readableDidRead }) => [destroyed, readableDidRead])).toEqual([
      [true, false],
    ]);
  });

  test('a file that goes while it is read is not found', async () => {
    const src = await attached();
    const { files, stop } = watch();
    files.read = async () => null;
    const headers = { range: 'bytes=0-3' };
    const answer = await portal.app.inject({ method: 'GET', url: `/download?src=${src}`, headers });
    stop();
    expect(answer.statusCode).toBe(404);
  });
});

test('the files of a class keep the order in which they came', async () => {
  await attached();
  const { id: classId } = await buildClass(portal.db);
  for (const name of ['一', '二', '三']) {
    await addAttachment(portal.services, { classId, name, extension: 'pdf', bytes: BYTES }, BY);
  }
  const rows = await portal.db
    .select()
    .from(attachments)
    .where(eq(attachments.classId, classId))
    .orderBy(attachments.position);
  expect(rows.map(({ name, position }) => [name, position])).toEqual([
    ['一', 1],
    ['二', 2],
    ['三', 3],
  ]);
});

test('a file is added only to a class of the own branch', async () => {
  const other = await buildOrganization(portal.db, { code: 'KHH', name: '高雄市分會' });
  const [own, foreign] = [
    await buildClass(portal.db),
    await buildClass(portal.db, { organizationId: other.id }),
  ];
  const actor = asStaff({ id: 1, name: '承辦' }, [grant('officer', own.organizationId)]);
  const add = async (classId: number) =>
    codeOf(
      addAttachment(
        portal.services,
        { classId, name: '簡章', extension: 'pdf', bytes: BYTES },
        { actor, now: NOW },
      ),
    );
  expect([await add(own.id), await add(foreign.id), await add(987_654)]).toEqual([
    null,
    'forbidden',
    'class_unknown',
  ]);
});

describe('no such file', () => {
  test.each([
    ['an unknown value', async () => 'nothing-of-this-name'],
    ['a path', async () => '../../etc/passwd'],
    ['the key of a file', async () => `attachments/${await attached()}`],
    ['an attachment of an unpublished class', () => attached({ publishedAt: null })],
    [
      'a file that is missing among the files',
      async () => (await buildAttachment(portal.db, { classId: (await buildClass(portal.db)).id })).src,
    ],
    ['a NUL', async () => 'a\u0000'],
    ['nothing', async () => ''],
    ['a very long value', async () => 'a'.repeat(10_000)],
  ])('%s', async (_, srcOf) => {
    const src = await srcOf();
    for (const method of ['GET', 'HEAD'] as const) {
      const answer = await download(src, method);
      expect(answer.statusCode).toBe(404);
      if (method === 'GET') expect(answer.json()).toEqual({ code: 'file_not_found', message: '查無此檔案' });
      expect(answer.headers).not.toHaveProperty('content-disposition');
    }
  });

  test.each(['/download', '/download?src=a&src=b', '/download?file=x'])('%s', async (url) => {
    const answer = await portal.app.inject(url);
    expect([answer.statusCode, answer.json()]).toEqual([
      404,
      { code: 'file_not_found', message: '查無此檔案' },
    ]);
  });
});

test.each([
  ['a"b.pdf', `attachment; filename="a_b.pdf"; filename*=UTF-8''a%22b.pdf`],
  ["it's (1)*.pdf", `attachment; filename="it's (1)*.pdf"; filename*=UTF-8''it%27s%20%281%29%2A.pdf`],
  [
    'a\r\nSet-Cookie: x.pdf',
    `attachment; filename="a__Set-Cookie: x.pdf"; filename*=UTF-8''a%0D%0ASet-Cookie%3A%20x.pdf`,
  ],
  ['𠮷.pdf', `attachment; filename="_.pdf"; filename*=UTF-8''%F0%A0%AE%B7.pdf`],
  ['\ud800.pdf', `attachment; filename="_.pdf"; filename*=UTF-8''%EF%BF%BD.pdf`],
])('the name %j breaks no header', (name, header) => {
  expect(attachmentHeader(name)).toBe(header);
});
