import { randomBytes } from 'node:crypto';
import { expect, inject, it } from 'vitest';
import { administer, databaseUrl, dropDatabase } from '../../test/database.ts';
import { ConfigurationFault } from './config.ts';
import { migrate, refuseOldPostgres } from './migrate.ts';

it.each([
  [90_624, 9],
  [130_018, 13],
  [140_000, 14],
  [149_999, 14],
])('refuses a PostgreSQL whose number is %i with one sentence', (number, version) => {
  const refuse = () => refuseOldPostgres(number);
  expect(refuse).toThrow(ConfigurationFault);
  expect(refuse).toThrow(/^資料庫.*DATABASE_URL.*\(.*\)\.$/);
  expect(refuse).toThrow(`PostgreSQL ${version}`);
});

it.each([150_000, 150_014, 160_000, 180_001, 200_000])('takes a PostgreSQL whose number is %i', (number) => {
  expect(() => refuseOldPostgres(number)).not.toThrow();
});

/** Works on a new, empty database. */
const onEmptyDatabase = async (work: (address: string) => Promise<void>) => {
  const { url, template } = inject('databaseServer');
  const name = `${template}_${randomBytes(6).toString('hex')}`;
  await administer(url, (client) =>
    client.query(`create database ${name} template template0 encoding 'UTF8'`),
  );
  try {
    await work(databaseUrl(url, name));
  } finally {
    await administer(url, (client) => dropDatabase(client, name));
  }
};

const schemasIn = (address: string) =>
  administer(address, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      "select nspname as name from pg_namespace where nspname !~ '^pg_|^information_schema$' order by 1",
    );
    return rows.map(({ name }) => name);
  });

it('brings the present server’s database up to date', () =>
  onEmptyDatabase(async (address) => {
    await migrate(address);
    expect(await schemasIn(address)).toEqual(['drizzle', 'public']);
  }));

it('changes nothing on a server that is too old', () =>
  onEmptyDatabase(async (address) => {
    // One that says it is: what its version is asked with is found here before PostgreSQL's own.
    await administer(address, async (client) => {
      await client.query(
        "create function public.current_setting(text) returns text language sql as $$ select '140012' $$",
      );
      await client.query(
        `alter database ${new URL(address).pathname.slice(1)} set search_path = public, pg_catalog`,
      );
    });
    await expect(migrate(address)).rejects.toThrow('PostgreSQL 14');
    expect(await schemasIn(address)).toEqual(['public']);
  }));
