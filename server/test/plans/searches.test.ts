import { classes } from '@portal/contract/catalogue';
import { classList } from '@portal/contract/office/classes';
import { findPeople } from '@portal/contract/office/people';
import { search } from '@portal/contract/office/reports';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, type TestPortal } from '../app.ts';
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

const BY_START = 'classes_text_by_start';

/** The indexes of words that staff's list of classes reads, after it found so many classes. */
const readForClasses = async (word: string, total: number) => {
  const statements = await record(async () => {
    const { answer } = await portal.call(classList, { headers, query: { word } });
    expect(answer).toMatchObject({ total: { count: total } });
  });
  const page = statements.find(({ text }) => text.includes('page as'));
  if (!page) throw new Error('no page of classes was read');
  return (await indexesRead(portal.db, page)).filter((index) => [...CLASSES, BY_START].includes(index));
};

test('a word that very many classes have is met in the order of their start, without reading all of them', async () => {
  expect(await readForClasses('教室', 1000)).toEqual([...CLASSES, BY_START]);
});

test('control: all classes are sorted if few have the word', async () => {
  expect(await readForClasses('士林', 1)).toEqual(CLASSES);
});

test('a search of everything sorts no more classes than the list does', async () => {
  for (const [q, more, indexes] of [
    ['教室', true, [...CLASSES, BY_START]],
    ['士林', false, CLASSES],
  ] as const) {
    const statements = await record(async () => {
      const { answer } = await portal.call(search, { headers, body: { q } });
      expect(answer.classes).toMatchObject({ hits: expect.arrayContaining([expect.anything()]), more });
    });
    const [page] = statements.filter(({ text }) => text.includes('page as'));
    if (!page) throw new Error('no classes were searched');
    expect(
      (await indexesRead(portal.db, page)).filter((index) => [...CLASSES, BY_START].includes(index)),
    ).toEqual(indexes);
  }
});

const idsOf = async (query: Record<string, string>) => {
  const { answer } = await portal.call(classList, { headers, query: { word: '教室', ...query } });
  if (!('rows' in answer)) throw new Error('the list was refused');
  return { ids: answer.rows.map(({ id }) => id), next: answer.next ?? '', previous: answer.previous ?? '' };
};

const ahead = sql`start_time > ${NOW}`;
test.each([
  { query: { sort: '-startTime' }, order: sql`start_time desc, id desc` },
  { query: { sort: 'startTime' }, order: sql`start_time, id` },
  { query: { sort: '-code' }, order: sql`code desc` },
  { query: { sort: 'startTime', phase: 'ahead' }, order: sql`start_time, id`, condition: ahead },
])(
  'a word that very many classes have turns its pages: $query',
  async ({ query, order, condition = sql`true` }) => {
    const { rows } = await portal.db.execute<{ id: number }>(
      sql`select id::int from classes where search_text like '%教室%' and ${condition} order by ${order} limit 100`,
    );
    const ids = rows.map(({ id }) => id);
    const first = await idsOf(query);
    const second = await idsOf({ ...query, after: first.next });
    const again = await idsOf({ ...query, before: second.previous });
    expect([first.ids, second.ids, again.ids]).toEqual([ids.slice(0, 50), ids.slice(50), ids.slice(0, 50)]);
  },
);

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
