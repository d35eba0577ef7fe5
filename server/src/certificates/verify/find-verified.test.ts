import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW } from '../../../test/app.ts';
import { connectPatiently, createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { buildCertificate, buildContent, buildRenewalRequest } from '../../../test/factories/certificate.ts';
import { maskName } from '../../accounts/people/mask.ts';
import { connect, type Database } from '../../platform/database/database.ts';
import { type ReadAside, readFrom } from '../../platform/database/replica.ts';
import { importedCertificates, verificationMisses } from '../tables.ts';
import { findVerified, MAX_MISSES } from './find-verified.ts';

/* Two databases play the primary and a standby that does not have everything yet. */

const databases: TestDatabase[] = [];
let primary: Database;
let standby: Database;
beforeAll(async () => {
  const open = async () => {
    const database = await createTestDatabase();
    databases.push(database);
    return connectPatiently(database.url);
  };
  [primary, standby] = [await open(), await open()];
});
afterAll(async () => {
  for (const db of [primary, standby]) await db.$client.end();
  for (const database of databases) await database.drop();
});

const issueOn = async (db: Database) => {
  const certificate = await buildCertificate(db, { account: await buildAccount(db) });
  await buildContent(db, certificate);
  return certificate.number;
};

interface Asked {
  readonly db?: Database;
  readonly read?: ReadAside;
  readonly address?: string;
}

const verify = (number: string, { db = primary, read = readFrom(standby), address = '192.0.2.1' }: Asked) =>
  findVerified({ db, read }, { number, address, now: NOW });

const missOn = (db: Database, network: string) =>
  db.insert(verificationMisses).values(Array.from({ length: MAX_MISSES }, () => ({ network, at: NOW })));

test('a certificate that the standby does not have yet is found on the primary', async () => {
  const number = await issueOn(primary);
  expect(await verify(number, {})).toMatchObject({ state: 'valid' });
  await expect(verify(number, { read: readFrom(primary) })).resolves.toMatchObject({ state: 'valid' });
  await expect(verify('FAI-2024-NONE', {})).rejects.toMatchObject({ code: 'certificate_not_found' });
});

test('misses of which the standby does not know yet count for a certificate that it has', async () => {
  const number = await issueOn(standby);
  await missOn(primary, '198.51.100.7');
  expect(await verify(number, {})).toMatchObject({ state: 'valid' });
  await expect(verify(number, { address: '198.51.100.7' })).rejects.toMatchObject({
    code: 'too_many_verifications',
  });
});

test('while the primary is away, the standby answers with the misses that it knows', async () => {
  const number = await issueOn(standby);
  await missOn(standby, '198.51.100.8');
  const away = connect('postgres://nobody@127.0.0.1:1/none');
  expect(await verify(number, { db: away })).toMatchObject({ state: 'valid' });
  await expect(verify(number, { db: away, address: '198.51.100.8' })).rejects.toMatchObject({
    code: 'too_many_verifications',
  });
  await away.$client.end();
});

test('another error of the primary is none that the standby makes up for', async () => {
  const number = await issueOn(standby);
  const broken = await createTestDatabase();
  databases.push(broken);
  const db = connectPatiently(broken.url);
  await db.execute('alter table verification_misses rename to misses');
  await expect(verify(number, { db })).rejects.toThrow();
  await db.$client.end();
});

test('a request counts only for its certificate, and until it is decided', async () => {
  const build = async (state: 'open' | 'rejected') => {
    const certificate = await buildCertificate(primary, { account: await buildAccount(primary) });
    await buildContent(primary, certificate);
    await buildRenewalRequest(primary, { certificate, state });
    return certificate.number;
  };
  const [decided, asked] = [await build('rejected'), await build('open')];
  const read = readFrom(primary);
  expect(await verify(decided, { read })).toMatchObject({ state: 'valid', since: null });
  expect(await verify(asked, { read })).toMatchObject({ state: 'asked', since: null });
});

test('somebody without a Chinese name is shown by the masked English one', async () => {
  const account = await buildAccount(primary, { chineseName: null, englishName: 'ANNA LEE' });
  const certificate = await buildCertificate(primary, { account });
  await buildContent(primary, certificate);
  const { name } = await verify(certificate.number, { read: readFrom(primary) });
  expect(name).toBe(maskName('ANNA LEE'));
});

test('a certificate of another system says so, and shows what was imported', async () => {
  const account = await buildAccount(primary, { chineseName: '林怡君' });
  const { id, organizationId, kindId, number } = await buildCertificate(primary, { account });
  const named = { certificateId: id, organizationId, kindId: kindId ?? 0, number: '急救教練字第 7 號' };
  await primary.insert(importedCertificates).values({ ...named, importedAt: NOW });
  expect(await verify(number, { read: readFrom(primary) })).toMatchObject({
    ...{ imported: true, register_number: '急救教練字第 7 號', name: '林○君', hours: null },
  });
});
