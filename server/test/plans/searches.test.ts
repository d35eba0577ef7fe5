import { classes } from '@portal/contract/catalogue';
import { findPeople } from '@portal/contract/office/people';
import { search } from '@portal/contract/office/reports';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestPortal } from '../app.ts';
import { buildAccount } from '../factories/account.ts';
import { buildClass } from '../factories/catalogue.ts';
import { enterAs, grant } from '../factories/staff.ts';
import { FILLING, onUnlimitedConnection, openFilledPortal } from './fill.ts';
import { indexesRead } from './plans.ts';
import { type Recorded, record } from './recorder.ts';

/* What searches read among 12,000 classes, of which most are ahead, and 12,000 people who are all called Trainee. */

let portal: TestPortal;
let headers: Record<string, string>;

/** With descriptions as classes have them: among small rows PostgreSQL would not combine two indexes. */
const widenClasses = () =>
  onUnlimitedConnection(portal.db.$client.options.connectionString ?? '', async (db) => {
    await db.execute(sql`update classes set html = repeat('<p>課程簡介，實地演練。</p>', 40)`);
    await db.execute(sql`vacuum analyze classes`);
  });

beforeAll(async () => {
  portal = await openFilledPortal({ STAFF_SECOND_FACTOR: 'optional' });
  await widenClasses();
  await buildClass(portal.db, { place: '士林公民會館' });
  await buildAccount(portal.db, { chineseName: '林怡君', englishName: 'Lin Yi-Chun' });
  ({ headers } = await enterAs(portal.db, grant('officer')));
}, FILLING);
afterAll(() => portal.close({ broken: true }));

/** The page and the count of a guest's search that finds one class, whose second page is empty. */
const searchOfGuest = async (word: string): Promise<Recorded[]> => {
  const statements = await record(async () => {
    const query = { type: 'Pagination', page: '2', word } as const;
    expect((await portal.call(classes, { query })).answer).toMatchObject({ total: 1 });
  });
  const found = statements.filter(({ text }) => text.includes('search_parts'));
  expect(found.map(({ name }) => name?.split('_')[0]).toSorted()).toEqual(['count', 'list']);
  return found;
};

const CLASSES = ['classes_text_parts'];
const ofClasses = async (statement: Recorded) =>
  (await indexesRead(portal.db, statement)).filter((index) => /^classes_(?!pkey)/.test(index));

test('neither page nor count of a search of a guest reads the classes that it does not find', async () => {
  for (const statement of await searchOfGuest('公民會館'))
    expect(await ofClasses(statement)).toEqual(CLASSES);
});

test('control: with the index of the start both read all classes ahead', async () => {
  for (const statement of await searchOfGuest('士林公民')) {
    const byStart = { ...statement, text: statement.text.replace(" + interval '0'", '') };
    expect(byStart.text).not.toBe(statement.text);
    expect(await ofClasses(byStart)).toEqual([...CLASSES, 'classes_upcoming']);
  }
});

test('the first page of a search of a guest brings its total', async () => {
  const statements = await record(async () => {
    const query = { type: 'Pagination', word: '士林公民會館' } as const;
    expect((await portal.call(classes, { query })).answer).toMatchObject({ total: 1, data: [{}] });
  });
  const names = statements.flatMap(({ name }) => name ?? []);
  expect(names.filter((name) => name.includes('_classes_'))).toHaveLength(1);
});

const PEOPLE = 'accounts_name_parts';
const BEGUN = 'accounts_searched_english_name';

/** The indexes of names that a search reads, after it found so many people. */
const readFor = async (q: string) => {
  const indexes: string[][] = [];
  for (const endpoint of [findPeople, search]) {
    const statements = await record(async () => {
      expect((await portal.call(endpoint, { headers, body: { q } })).status).toBe(200);
    });
    const [people] = statements.filter(({ text }) => text.includes('"found"."id" desc'));
    if (!people) throw new Error('no people were searched');
    const read = await indexesRead(portal.db, people);
    indexes.push(read.filter((index) => [PEOPLE, BEGUN].includes(index)).toSorted());
  }
  return indexes;
};

test('a name in Latin letters that very many have is found by its beginning, without the list of all who have it', async () => {
  expect(await readFor('Trainee')).toEqual([[BEGUN], [BEGUN]]);
});

test('control: all names are searched if few begin with the text', async () => {
  expect(await readFor('Lin Yi')).toEqual([
    [PEOPLE, BEGUN],
    [PEOPLE, BEGUN],
  ]);
});

test('a Chinese name is searched in all names', async () => {
  expect(await readFor('林怡君')).toEqual([[PEOPLE], [PEOPLE]]);
});
