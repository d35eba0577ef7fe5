import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { migrationsFolder, OUTSIDE } from '../src/platform/database/migrations.ts';

const TABLES = [
  'accounts',
  'registrations',
  'sessions',
  'mails',
  'classes',
  'certificates',
  'registration_events',
];

/** Typical changes of large tables: new columns and constraints, their validation, and an index. */
const FILES: Readonly<Record<string, readonly string[]>> = {
  next_columns_and_constraints: TABLES.flatMap((table) => [
    `alter table ${table} add column made_up integer default 7 not null`,
    `alter table ${table} add constraint ${table}_made_up check (made_up between 0 and 9) not valid`,
  ]),
  next_validation: TABLES.map((table) => `alter table ${table} validate constraint ${table}_made_up`),
  next_indexes: [
    `${OUTSIDE}\ncreate index concurrently if not exists registrations_made_up on registrations (made_up, id)`,
  ],
};

/** Works with a copy of the migrations as a made-up next version has them. `edit` changes the text of each new file. */
export const withNextVersion = async <T>(
  work: (folder: string) => Promise<T>,
  edit = (text: string) => text,
): Promise<T> => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'portal-migrations-'));
  try {
    await cp(migrationsFolder, folder, { recursive: true });
    const file = path.join(folder, 'meta/_journal.json');
    const journal = JSON.parse(await readFile(file, 'utf8'));
    const when = journal.entries.at(-1).when;
    for (const [n, [tag, statements]] of Object.entries(FILES).entries()) {
      journal.entries.push({
        ...journal.entries.at(-1),
        idx: journal.entries.length,
        when: when + n + 1,
        tag,
      });
      await writeFile(path.join(folder, `${tag}.sql`), edit(statements.join(';--> statement-breakpoint\n')));
    }
    await writeFile(file, JSON.stringify(journal));
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
};
