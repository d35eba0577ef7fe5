import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { register, updateProfile } from '@portal/contract/person-form';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Refusal, refusalAnswer } from '../../src/platform/errors.ts';
import { openTestPortal, type RefusalTexts, type TestPortal } from '../app.ts';
import { buildAccount, buildRegistrationForm, logIn } from '../factories/account.ts';
import { buildOrganization } from '../factories/catalogue.ts';
import { expectNothingKept } from '../hostile/storage.ts';
import { multipart } from '../multipart.ts';
import { BOMB_PIXELS, bomb, PAYLOAD, type PhotoFile, photoFiles } from './set.ts';

const files = await photoFiles();

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
  await buildOrganization(portal.db);
});
afterAll(() => portal.close());

const formOf = (fields: Record<string, string | undefined>, { bytes, name }: PhotoFile) =>
  multipart({ fields, file: { bytes, name } });

const registerWith = async (file: PhotoFile) =>
  portal.call(register, await formOf(buildRegistrationForm(), file));

const updateWith = async (file: PhotoFile) => {
  const account = await buildAccount(portal.db);
  const { country: _, password: __, password_confirmation: ___, ...form } = buildRegistrationForm();
  const own = { id_number: account.idNumber ?? '', chinese_name: account.chineseName ?? '' };
  const token = await logIn(portal.db, account);
  return portal.call(updateProfile, { token, ...(await formOf({ ...form, ...own }, file)) });
};

/** Expects a photo as it is stored: an upright JPEG, large enough to print, without metadata. */
const expectClean = async (src: string | null) => {
  const bytes = await portal.services.files.read(src?.slice('/api/'.length) ?? '');
  if (!bytes) throw new Error(`nothing is stored under ${src}`);
  const { format, space, width, height, orientation, pages, exif, icc, xmp, iptc, comments } =
    await sharp(bytes).metadata();
  expect({ format, space }).toEqual({ format: 'jpeg', space: 'srgb' });
  expect([width, height].map((side, at) => side <= ([295, 413][at] ?? 0))).toEqual([true, true]);
  expect([orientation, pages, exif, icc, xmp, iptc, comments]).toEqual(Array(7).fill(undefined));
  expect(Buffer.from(bytes).includes(PAYLOAD.slice(0, 15))).toBe(false);
  return { width, height };
};

interface Refused {
  readonly status: number;
  readonly refusal: RefusalTexts;
}

const expectRefused = (file: PhotoFile, { status, refusal }: Refused) => {
  if (file.expected === 'stored') throw new Error(`${file.name} is to be stored`);
  const { body } = refusalAnswer(new Refusal(file.expected));
  expect([status, refusal.errors?.file]).toEqual([422, body.errors?.file]);
};

test('the set has thirty files, each under a name of its own', () => {
  expect(new Set(files.map(({ name }) => name)).size).toBe(30);
});

const named = (those: readonly PhotoFile[]) => those.map((file) => [file.name, file.about, file] as const);
const isStored = ({ expected }: PhotoFile) => expected === 'stored';

test.each(named(files.filter(isStored)))('%s, %s, is stored clean', async (_, __, file) => {
  const { status, answer } = await registerWith(file);
  expect(status).toBe(200);
  await expectClean(answer.user.src);
});

test.each(named(files.filter((file) => !isStored(file))))(
  '%s, %s, is refused in our own words, and nothing is kept',
  (_, __, file) => expectNothingKept(portal, async () => expectRefused(file, await registerWith(file))),
);

test('a photo of the profile is processed in the same way', async () => {
  for (const file of files.filter(({ name }) => /^(camera|xmp|moving|bomb|head)\./.test(name))) {
    const reply = await updateWith(file);
    if (file.expected === 'stored') await expectClean(reply.answer.src);
    else expectRefused(file, reply);
  }
});

test('photos with an EXIF orientation are turned upright', async () => {
  const camera = files.find(({ name }) => name === 'camera.jpg');
  if (!camera) throw new Error('no photo of a camera');
  const { answer } = await registerWith(camera);
  expect(await expectClean(answer.user.src)).toEqual({ width: 295, height: 413 });
});

describe('memory', () => {
  const script = fileURLToPath(new URL('./memory.ts', import.meta.url));
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'portal-pictures-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  /** Returns by how many bytes a new process grows that cleans all of the pictures at once. */
  const growth = async (name: string, pictures: readonly Buffer[]): Promise<number> => {
    const place = path.join(folder, name);
    await mkdir(place);
    for (const [at, bytes] of pictures.entries()) await writeFile(path.join(place, String(at)), bytes);
    const { stdout } = await promisify(execFile)(process.execPath, [script, place]);
    return Number(stdout);
  };

  test('eight decompression bombs, or the whole set, take little more memory than the two being processed', async () => {
    const bytes = await bomb();
    const two = await growth('two', [bytes, bytes]);
    const eight = await growth('eight', Array<Buffer>(8).fill(bytes));
    const set = await growth(
      'set',
      files.map((file) => file.bytes),
    );
    // A pixel in layers takes three bytes, and as many again while it is turned.
    expect(two).toBeLessThan(2 * BOMB_PIXELS * 6);
    expect(eight).toBeLessThan(two * 2);
    expect(set).toBeLessThan(two * 2);
  });
});
