import { once } from 'node:events';
import { readdir, readlink } from 'node:fs/promises';
import { type AddressInfo, connect, type Socket } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual, promisify } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { login } from '@portal/contract/accounts';
import { footer } from '@portal/contract/content';
import { register } from '@portal/contract/person-form';
import { like } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accounts } from '../../src/accounts/tables.ts';
import { buildApp } from '../../src/app.ts';
import { pictures } from '../../src/content/tables.ts';
import { type Limit, limitConcurrency } from '../../src/platform/http/limit.ts';
import { createLog } from '../../src/platform/observe/log.ts';
import { NOW } from '../app.ts';
import { buildRegistrationForm } from '../factories/account.ts';
import { buildAttachment, buildClass } from '../factories/catalogue.ts';
import { multipart } from '../multipart.ts';
import { expectRefusal } from './answers.ts';
import { expectNothingKept } from './storage.ts';
import { bodyOf, openWorld, type World } from './world.ts';

/* Faults below HTTP: wrong lengths, requests without end, silent clients. */

const TIMEOUTS = { headers: 500, request: 1000, upload: 20_000, idle: 500, stalled: 3_000 };

let world: World;
let hasty: FastifyInstance;
beforeAll(async () => {
  world = await openWorld();
  hasty = await buildApp(world.portal.services, { timeouts: TIMEOUTS });
  await Promise.all([world.app, hasty].map((app) => app.listen({ port: 0, host: '127.0.0.1' })));
});
afterAll(async () => {
  await hasty.close();
  await world.close();
});

interface Line {
  readonly socket: Socket;
  /** Resolves with everything received once the server has closed the connection. */
  closed(): Promise<string>;
}

const open = async (app: FastifyInstance, { allowHalfOpen = false } = {}): Promise<Line> => {
  const { port } = app.server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen });
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  // A client cut off while writing sees a reset.
  socket.on('error', () => {});
  await once(socket, 'connect');
  const isClosed = once(socket, 'close');
  return {
    socket,
    closed: async () => {
      await isClosed;
      return Buffer.concat(chunks).toString();
    },
  };
};

/** Parses the only answer in the received text. */
const read = (text: string) => {
  const [head = '', body = ''] = text.split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => line.split(/: (.*)/s)).map(([name = '', value]) => [name.toLowerCase(), value]),
  );
  return { statusCode: Number(first.split(' ')[1]), headers, body };
};

const HEAD = 'Host: portal.example\r\nConnection: close\r\n';
const POST = `POST ${login.path} HTTP/1.1\r\n${HEAD}Content-Type: application/json\r\n`;
const FORM = `POST ${register.path} HTTP/1.1\r\n${HEAD}Content-Type: multipart/form-data; boundary=x\r\n`;
const FORM_START = '--x\r\nContent-Disposition: form-data; name="country"\r\n\r\nlocal';

const isAlive = async (app: FastifyInstance) => {
  const line = await open(app);
  line.socket.write(`GET ${footer.path} HTTP/1.1\r\n${HEAD}\r\n`);
  expect(read(await line.closed()).statusCode).toBe(200);
};

describe('malformed HTTP is refused in proper form and stores nothing', () => {
  test.each([
    ['noise', 400, '\r\n\r\nhello\r\n\r\n'],
    ['a handshake of TLS', 400, '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n'],
    ['HTTP/2', 400, 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['HTTP/9.9', 400, `GET / HTTP/9.9\r\n${HEAD}\r\n`],
    ['two hosts', 400, `GET ${footer.path} HTTP/1.1\r\nHost: evil.example\r\n${HEAD}\r\n`],
    ['two hosts in HTTP/1.0', 400, `GET ${footer.path} HTTP/1.0\r\nhost: evil.example\r\n${HEAD}\r\n`],
    ['the same host twice', 400, `GET ${footer.path} HTTP/1.1\r\nHOST: portal.example\r\n${HEAD}\r\n`],
    ['no host', 400, `GET ${footer.path} HTTP/1.1\r\nConnection: close\r\n\r\n`],
    ['an unknown method', 400, `FOO / HTTP/1.1\r\n${HEAD}\r\n`],
    ['a space in the address', 400, `GET /api/ classes HTTP/1.1\r\n${HEAD}\r\n`],
    ['a NUL in the address', 400, `GET /api/\0 HTTP/1.1\r\n${HEAD}\r\n`],
    ['Chinese in the address', 400, `GET /Intro/急救 HTTP/1.1\r\n${HEAD}\r\n`],
    ['a header that goes on in the next line', 400, `GET / HTTP/1.1\r\n${HEAD} folded\r\n\r\n`],
    ['a space in a header name', 400, `GET / HTTP/1.1\r\n${HEAD}a b: c\r\n\r\n`],
    ['a NUL in a header', 400, `GET / HTTP/1.1\r\n${HEAD}a: \0\r\n\r\n`],
    ['a header of 20,000 characters', 431, `GET / HTTP/1.1\r\n${HEAD}a: ${'b'.repeat(20_000)}\r\n\r\n`],
    ['5,000 headers', 431, `GET / HTTP/1.1\r\n${HEAD}${'a: b\r\n'.repeat(5_000)}\r\n`],
    ['an address of 20,000 characters', 431, `GET /${'a'.repeat(20_000)} HTTP/1.1\r\n${HEAD}\r\n`],
    ['a length below nothing', 400, `${POST}Content-Length: -5\r\n\r\n{}`],
    ['a length that is no number', 400, `${POST}Content-Length: 1e3\r\n\r\n{}`],
    ['a length beyond all numbers', 400, `${POST}Content-Length: ${'9'.repeat(30)}\r\n\r\n{}`],
    ['two lengths', 400, `${POST}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`],
    [
      'a length and chunks',
      400,
      `${POST}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
    ],
    ['a length that is too short', 400, `${POST}Content-Length: 5\r\n\r\n{"account":"A"}`],
    ['a length of 100 GB', 413, `${POST}Content-Length: 99999999999\r\n\r\n{`],
    ['a form of 100 GB', 413, `${FORM}Content-Length: 99999999999\r\n\r\n${FORM_START}`],
    ['chunks without a size', 400, `${POST}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`],
    [
      'a chunk of a megabyte',
      413,
      `${POST}Transfer-Encoding: chunked\r\n\r\n100000\r\n${'x'.repeat(0x100000)}\r\n0\r\n\r\n`,
    ],
    ['an encoding that nobody knows', 400, `${POST}Transfer-Encoding: gzip\r\n\r\n{}`],
    ['a body that is compressed', 400, `${POST}Content-Encoding: gzip\r\nContent-Length: 2\r\n\r\n\x1f\x8b`],
  ])('%s', async (_, status, text) => {
    await expectNothingKept(world.portal, async () => {
      const { socket, closed } = await open(world.app);
      socket.write(text);
      const answer = read(await closed());
      expectRefusal(answer, [status]);
    });
  });

  test.each([6, 12, 25])('a client that sends a form of %i MB gets the answer', async (megabytes) => {
    const { port } = world.app.server.address() as AddressInfo;
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(megabytes * 1024 * 1024)]), 'photo.jpg');
    const answer = await fetch(`http://127.0.0.1:${port}${register.path}`, { method: 'POST', body });
    expect(answer.status).toBe(megabytes === 6 ? 422 : 413);
  });

  test.each([
    ['JSON', `${POST}Content-Length: 500\r\n\r\n{"account":"A"`],
    ['JSON that is valid so far', `${POST}Content-Length: 500\r\n\r\n{"account":"A","password":"B"}`],
    ['a form', `${FORM}Content-Length: 500\r\n\r\n${FORM_START}`],
    ['chunks', `${POST}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n`],
  ])('disconnected in the middle: %s', async (_, text) => {
    await expectNothingKept(world.portal, async () => {
      const { socket, closed } = await open(world.app);
      socket.end(text);
      expectRefusal(read(await closed()), [400]);
      const other = await open(world.app);
      other.socket.write(text);
      other.socket.resetAndDestroy();
    });
    await isAlive(world.app);
  });

  test('a form that is shorter than its Content-Length creates no account', async () => {
    const { headers, payload = '' } = await bodyOf(register, world.exampleOf(register));
    const head = Object.entries({ ...headers, 'content-length': payload.length + 1 });
    await expectNothingKept(world.portal, async () => {
      const { socket, closed } = await open(hasty);
      socket.write(`POST ${register.path} HTTP/1.1\r\n${HEAD}`);
      socket.write(`${head.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`);
      socket.write(payload);
      expect(read(await closed()).statusCode).toBe(408);
    });
  });
});

describe('slow clients are disconnected', () => {
  const drip = async ({ socket }: Line, piece: string) => {
    while (socket.writable) {
      socket.write(piece);
      await sleep(100);
    }
  };

  test.concurrent.each([
    ['says nothing', '', ''],
    ['stops within the first line', 'GET /api/cla', ''],
    ['stops within the headers', `GET / HTTP/1.1\r\n${HEAD}`, ''],
    ['sends a header now and then', `GET / HTTP/1.1\r\n${HEAD}`, 'a: b\r\n'],
    ['sends a letter now and then', 'GET /', 'a'],
    ['stops within JSON', `${POST}Content-Length: 500\r\n\r\n{"account":`, ''],
    ['sends JSON letter by letter', `${POST}Content-Length: 500\r\n\r\n{"account":"`, 'a'],
    ['sends chunks now and then', `${POST}Transfer-Encoding: chunked\r\n\r\n`, '1\r\na\r\n'],
    ['stops within a form', `${FORM}Content-Length: 500\r\n\r\n${FORM_START}`, ''],
    ['sends a form letter by letter', `${FORM}Content-Length: 500\r\n\r\n${FORM_START}`, 'a'],
  ])('a client that %s', async (_, start, piece) => {
    await expectNothingKept(world.portal, async () => {
      const line = await open(hasty);
      line.socket.write(start);
      if (piece) drip(line, piece);
      const begun = performance.now();
      const { statusCode } = read(await line.closed());
      expect(statusCode).toBe(408);
      expect(performance.now() - begun).toBeGreaterThan(TIMEOUTS.headers * 0.9);
    });
  });

  const KILOBYTE = 1024;
  const LENGTH = 200 * KILOBYTE;
  /** 25 kB each quarter of a second, for longer than a body may take. */
  const sendSlowly = async (start: string, end = '') => {
    const { socket, closed } = await open(hasty);
    socket.write(start);
    for (let sent = 0; sent < LENGTH && socket.writable; sent += LENGTH / 8) {
      await sleep(250);
      socket.write('a'.repeat(LENGTH / 8));
    }
    socket.write(end);
    return read(await closed()).statusCode;
  };

  const file = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n';
  const end = '\r\n--x--\r\n';
  const length = file.length + LENGTH + end.length;
  const upload = `${FORM}Content-Length: ${length}\r\n\r\n${file}`;

  test('an upload that starts fast and then stops is disconnected', async () => {
    const { socket, closed } = await open(hasty);
    socket.write(upload + 'a'.repeat(LENGTH / 2));
    expect(read(await closed()).statusCode).toBe(408);
  });

  test('an upload over a slow connection is not disconnected', async () => {
    expect(await sendSlowly(upload, end)).toBe(422);
    const json = `${POST}Content-Length: ${LENGTH}\r\n\r\n`;
    expect(await sendSlowly(json)).toBe(408);
  });

  test('an idle connection is disconnected', async () => {
    const { socket, closed } = await open(hasty);
    socket.write(`GET ${footer.path} HTTP/1.1\r\nHost: portal.example\r\n\r\n`);
    expect(read(await closed()).statusCode).toBe(200);
  });
});

/** Open descriptors of stored files. */
const openFileCount = async (): Promise<number> => {
  const folder = path.join(world.portal.services.config.dataDir, 'files');
  const descriptors = await readdir('/proc/self/fd');
  const targets = await Promise.all(descriptors.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')));
  return targets.filter((target) => target.startsWith(folder)).length;
};

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** Bytes of files and pictures in memory. */
const memoryInUse = (): number => {
  collectGarbage();
  return process.memoryUsage().arrayBuffers;
};

const openConnections = (app: FastifyInstance): Promise<number> =>
  promisify(app.server.getConnections.bind(app.server))();

describe('clients that do not read', () => {
  const MEGABYTE = 1024 * 1024;
  const CLIENTS = 30;
  const REQUESTS_AHEAD = 16;
  const SRC = 'download-that-nobody-reads';
  const PICTURE = 'picture-that-nobody-reads';
  const SIZE = 24 * MEGABYTE;
  const keep = `Host: portal.example\r\n`;
  const download = `GET /download?src=${SRC} HTTP/1.1\r\n`;
  let longRunning: FastifyInstance;

  beforeAll(async () => {
    const { db, services } = world.portal;
    const { fileKey } = await buildAttachment(db, { classId: (await buildClass(db)).id, src: SRC });
    await services.files.put(fileKey, Buffer.alloc(SIZE, 'x'));
    await db.insert(pictures).values({ key: PICTURE, width: 100, height: 100, createdAt: NOW });
    await services.files.put(`pictures/${PICTURE}.webp`, Buffer.alloc(3 * MEGABYTE, 'x'));
    longRunning = await buildApp(services);
    await longRunning.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(() => longRunning.close());

  const openSilent = async (app: FastifyInstance, text: string): Promise<Line[]> => {
    const lines = await Promise.all(Array.from({ length: CLIENTS }, () => open(app)));
    for (const { socket } of lines) socket.pause().write(text);
    await sleep(1_000);
    return lines;
  };

  test('hold one open file each if they request a download repeatedly', async () => {
    const lines = await openSilent(longRunning, `${download}${keep}\r\n`.repeat(REQUESTS_AHEAD));
    await expect.poll(openFileCount).toBeGreaterThan(0);
    expect(await openFileCount()).toBeLessThanOrEqual(CLIENTS);
    await isAlive(longRunning);
    for (const { socket } of lines) socket.destroy();
    await expect.poll(openFileCount).toBe(0);
  });

  test('hold the memory of one picture each if they request a picture repeatedly', async () => {
    const before = memoryInUse();
    const lines = await openSilent(
      longRunning,
      `GET /pictures/${PICTURE} HTTP/1.1\r\n${keep}\r\n`.repeat(REQUESTS_AHEAD),
    );
    // Readings that are too high count pictures whose memory is being released.
    const held = () => memoryInUse() - before;
    // If the pictures of a connection were not sent in turn, it would hold 16 each: 1.4 GB.
    await expect.poll(held, { interval: 200, timeout: 30_000 }).toBeLessThan(2 * CLIENTS * 3 * MEGABYTE);
    for (const { socket } of lines) socket.destroy();
  });

  test('are disconnected, and their files are closed', async () => {
    await openSilent(hasty, `${download}${keep}\r\n`);
    await expect.poll(openFileCount).toBe(0);
    await expect.poll(() => openConnections(hasty)).toBe(0);
  });

  test('are not clients that read slowly: these get everything', async () => {
    const { socket } = await open(hasty);
    socket.removeAllListeners('data');
    const begun = performance.now();
    socket.write(`${download}${HEAD}\r\n`);
    let length = 0;
    for await (const chunk of socket) {
      const before = Math.floor(length / MEGABYTE);
      length += (chunk as Buffer).length;
      if (Math.floor(length / MEGABYTE) > before) await sleep(150);
    }
    expect(length).toBeGreaterThan(SIZE);
    expect(performance.now() - begun).toBeGreaterThan(TIMEOUTS.stalled);
  });

  test('pipelined requests are answered in their order', async () => {
    const { socket, closed } = await open(longRunning);
    const paths = ['/healthz', footer.path, '/api/nothing', '/healthz', footer.path];
    for (const each of paths) socket.write(`GET ${each} HTTP/1.1\r\n${keep}\r\n`);
    socket.write(`GET /healthz HTTP/1.1\r\n${HEAD}\r\n`);
    const text = await closed();
    const statuses = [...text.matchAll(/HTTP\/1.1 (\d+)/g)].map(([, status]) => Number(status));
    expect(statuses).toEqual([200, 200, 404, 200, 200, 200]);
    expect([...text.matchAll(/"status":"ok"/g)]).toHaveLength(3);
  });

  test('a client that pipelines a hundred requests is disconnected', async () => {
    const { socket, closed } = await open(longRunning);
    socket.write(`GET ${footer.path} HTTP/1.1\r\n${keep}\r\n`.repeat(100));
    expect([...(await closed()).matchAll(/HTTP\/1.1 200/g)].length).toBeLessThanOrEqual(1);
    await isAlive(longRunning);
  });
});

describe('a client that is refused before it has sent everything', () => {
  const tooMuch = `--x\r\nContent-Disposition: form-data; name="${'n'.repeat(101)}"\r\n\r\n1\r\n`;
  const file = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n';
  const form = (length: number) =>
    `POST ${register.path} HTTP/1.1\r\nHost: portal.example\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: ${length}\r\n\r\n`;

  test('gets the answer and can reuse the connection', async () => {
    const rest = Buffer.alloc(8 * 1024 * 1024, 'a');
    const { socket, closed } = await open(world.app);
    socket.write(form(tooMuch.length + file.length + rest.length) + tooMuch + file);
    await promisify((done: (error?: Error | null) => void) => socket.write(rest, done))();
    socket.write(`GET ${footer.path} HTTP/1.1\r\n${HEAD}\r\n`);
    const answers = [...(await closed()).matchAll(/HTTP\/1.1 (\d+)/g)].map(([, status]) => Number(status));
    expect(answers).toEqual([413, 200]);
  });

  test('is disconnected if it would never stop sending', async () => {
    const { socket, closed } = await open(world.app);
    socket.write(form(99_999_999_999) + tooMuch);
    const answer = read(await closed());
    expect([answer.statusCode, answer.headers.connection]).toEqual([413, 'close']);
  });
});

test('clients that disconnect after the last byte of a photo leave no file without an account, and no error', async () => {
  const { services, db } = world.portal;
  let written = '';
  const log = createLog('warn', {
    write: (line) => {
      written += line;
    },
  });
  const app = await buildApp({ ...services, log });
  await app.listen({ port: 0, host: '127.0.0.1' });
  written = '';
  const bytes = await sharp({ create: { width: 590, height: 826, channels: 3, background: '#1a5fa0' } })
    .jpeg()
    .toBuffer();
  const send = async (): Promise<Line> => {
    const form = await multipart({ fields: buildRegistrationForm(), file: { bytes } });
    const line = await open(app);
    const { socket } = line;
    socket.write(
      `POST ${register.path} HTTP/1.1\r\n${HEAD}Content-Type: ${form.headers['content-type']}\r\nContent-Length: ${form.body.length}\r\n\r\n`,
    );
    await promisify((done: (error?: Error | null) => void) => socket.write(form.body, done))();
    return line;
  };
  const leave = async (milliseconds: number) => {
    const { socket } = await send();
    await sleep(milliseconds);
    socket.resetAndDestroy();
  };
  const photoKeys = () =>
    db.select({ key: accounts.photoKey }).from(accounts).where(like(accounts.photoKey, 'photos/%'));
  const photoFiles = async () => {
    const names = await readdir(path.join(services.config.dataDir, 'files', 'photos'));
    return names.map((name) => `photos/${name}`).sort();
  };
  const photosAgree = async () => {
    const [keys, files] = [await photoKeys(), await photoFiles()];
    return isDeepStrictEqual(files, keys.map(({ key }) => key).sort());
  };
  const before = (await photoKeys()).length;
  await Promise.all(Array.from({ length: 20 }, (_, n) => leave(n * 10)));
  // All of them may leave too early to be registered on a busy machine, so one stays.
  const { closed } = await send();
  expect(read(await closed()).statusCode).toBe(200);
  await app.close();
  // Registrations that were under way when their clients left go on.
  await sleep(2_000);
  await expect.poll(photosAgree).toBe(true);
  expect((await photoKeys()).length).toBeGreaterThan(before);
  expect(written).toBe('');
});

test('600 idle or slow connections do not hinder others', async () => {
  const lines = await Promise.all(Array.from({ length: 600 }, () => open(world.app)));
  const beginnings = ['', `GET / HTTP/1.1\r\n${HEAD}`, `${POST}Content-Length: 500\r\n\r\n{"account":`];
  for (const [n, { socket }] of lines.entries()) socket.write(beginnings[n % 3] ?? '');

  for (let n = 0; n < 20; n++) await isAlive(world.app);
  // All of them are still there: the others were answered beside them, not after them.
  expect(lines.filter(({ socket }) => socket.destroyed)).toEqual([]);
  for (const { socket } of lines) socket.destroy();
});

test.each([
  ['noise', 'hello\r\n\r\n'],
  ['half of the headers', `GET / HTTP/1.1\r\n${HEAD}`],
  ['half of JSON', `${POST}Content-Length: 500\r\n\r\n{"account":`],
  ['half of a form', `${FORM}Content-Length: 500\r\n\r\n${FORM_START}`],
])('a client that sends %s and never disconnects is disconnected after the answer', async (_, text) => {
  const app = await buildApp(world.portal.services, { timeouts: TIMEOUTS });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { socket } = await open(app, { allowHalfOpen: true });
  socket.write(text);
  await once(socket, 'end');
  await expect.poll(() => openConnections(app)).toBe(0);
  socket.destroy();
  await app.close();
});

/** A limit that counts who has come, and who has left or was refused. */
const watchedLimit = (bounds: Parameters<typeof limitConcurrency>[0]) => {
  const limit = limitConcurrency(bounds);
  const seen = { come: 0, gone: 0 };
  const limitUploads: Limit = async (work, gone) => {
    const done = limit(work, gone);
    seen.come += 1;
    return done.finally(() => {
      seen.gone += 1;
    });
  };
  return { limitUploads, seen };
};

describe('a form takes an upload slot only while its client is connected', () => {
  const PLACES = { atOnce: 2, waiting: 10 };
  const FORMS = PLACES.atOnce + PLACES.waiting;
  const part = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\naaaa';
  const half = `${FORM}Content-Length: 5000000\r\n\r\n${part}`;

  const openNarrow = async (timeouts?: typeof TIMEOUTS) => {
    const { limitUploads, seen } = watchedLimit(PLACES);
    const app = await buildApp(world.portal.services, { limitUploads, ...(timeouts && { timeouts }) });
    await app.listen({ port: 0, host: '127.0.0.1' });
    return { app, seen };
  };

  /** All upload slots hold half-sent forms. */
  const fill = async (
    { app, seen }: Awaited<ReturnType<typeof openNarrow>>,
    how?: { allowHalfOpen: boolean },
  ) => {
    const lines = await Promise.all(Array.from({ length: FORMS }, () => open(app, how)));
    for (const { socket } of lines) socket.write(half);
    await expect.poll(() => seen.come).toBe(FORMS);
    return lines;
  };

  /** The server reads as many whole forms as it has slots. */
  const expectAnswers = async (app: FastifyInstance) => {
    const whole = `${FORM_START}\r\n--x--\r\n`;
    const lines = await Promise.all(Array.from({ length: PLACES.atOnce + 1 }, () => open(app)));
    for (const { socket } of lines) socket.write(`${FORM}Content-Length: ${whole.length}\r\n\r\n${whole}`);
    for (const { closed } of lines) expectRefusal(read(await closed()), [422]);
  };

  test.each([
    ['hangs up', (socket: Socket) => socket.destroy()],
    ['sends no more', (socket: Socket) => socket.end()],
    ['breaks off', (socket: Socket) => socket.resetAndDestroy()],
  ])('a client that %s', async (_, leave) => {
    const narrow = await openNarrow();
    const { app, seen } = narrow;
    const lines = await fill(narrow);
    const late = await open(app);
    late.socket.write(half);
    expectRefusal(read(await late.closed()), [503]);
    for (const { socket } of lines) leave(socket);
    await expect.poll(() => seen.gone).toBe(FORMS + 1);
    await expectAnswers(app);
    await app.close();
  });

  test('a client that stops sending holds its slot until it is disconnected', async () => {
    const narrow = await openNarrow(TIMEOUTS);
    const { app } = narrow;
    const lines = await fill(narrow, { allowHalfOpen: true });
    await expect.poll(() => openConnections(app)).toBe(0);
    await expectAnswers(app);
    for (const { socket } of lines) socket.destroy();
    await app.close();
  });
});

test('forms wait in a queue; beyond its length they are refused with 503', async () => {
  const { limitUploads, seen } = watchedLimit({ atOnce: 1, waiting: 0 });
  const narrow = await buildApp(world.portal.services, { limitUploads });
  await narrow.listen({ port: 0, host: '127.0.0.1' });
  const send = async (rest: string) => {
    const line = await open(narrow);
    line.socket.write(`${FORM}Content-Length: 200\r\n\r\n${FORM_START}${rest}`);
    return line;
  };
  const slow = await send('');
  await expect.poll(() => seen.come).toBe(1);
  expectRefusal(read(await (await send('')).closed()), [503]);
  slow.socket.destroy();
  await expect.poll(() => seen.gone).toBe(2);
  const next = read(await (await send(' '.repeat(200))).closed());
  expectRefusal(next, [400]);
  await narrow.close();
});
