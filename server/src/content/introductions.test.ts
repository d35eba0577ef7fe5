import { and, asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildIntroType } from '../../test/factories/content.ts';
import { codeOf } from '../../test/factories/desk.ts';
import { one } from '../../test/factories/one.ts';
import { asStaff, grant } from '../../test/factories/staff.ts';
import { actDuring } from '../../test/locks.ts';
import type { Context } from '../audit/actor.ts';
import { auditEvents } from '../audit/tables.ts';
import { findVersion } from '../audit/version.ts';
import { inTransaction, type Tx } from '../platform/database/database.ts';
import type { StaffOrSystem } from '../staff/actors.ts';
import { createIntro } from './create-intro.ts';
import { createIntroType, refusingTakenType } from './create-intro-type.ts';
import { discardIntroRevision } from './discard-intro-revision.ts';
import { editIntro, versionedIntro } from './edit-intro.ts';
import { editIntroType } from './edit-intro-type.ts';
import { lockIntroductions } from './lock-introductions.ts';
import { orderIntros, orderIntroTypes } from './order-introductions.ts';
import { removeIntro } from './remove-intro.ts';
import { removeIntroType } from './remove-intro-type.ts';
import { intros, introTypes } from './tables.ts';

const EDITOR = { actor: asStaff({ id: 1, name: '王編輯' }, [grant('editor')]), now: NOW };
const UNKNOWN = 987_654;

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());
beforeEach(async () => {
  await portal.db.delete(intros);
  await portal.db.delete(introTypes);
});

const run = <I, T>(
  operation: (tx: Tx, input: I, context: Context<StaffOrSystem>) => Promise<T>,
  input: I,
): Promise<T> => inTransaction(portal.db, (tx) => operation(tx, input, EDITOR));

const storedTypes = () => portal.db.select().from(introTypes).orderBy(asc(introTypes.position));
const entriesOf = ({ id }: { id: number }) =>
  portal.db.select().from(intros).where(eq(intros.typeId, id)).orderBy(asc(intros.position));
const stored = async () => ({
  types: await storedTypes(),
  entries: await portal.db.select().from(intros).orderBy(asc(intros.id)),
});
const eventsOf = (subject: 'intro' | 'intro_type', id: number) =>
  portal.db
    .select()
    .from(auditEvents)
    .where(and(eq(auditEvents.subject, subject), eq(auditEvents.subjectId, id)))
    .orderBy(auditEvents.id);

const entry = (title: string) => ({ title, html: `<p>${title}</p>` });
const buildType = (...titles: string[]) => buildIntroType(portal.db, { entries: titles.map(entry) });
/** The first entry of a new category. */
const buildEntry = async () => one(await entriesOf(await buildType('甲')));

type Intro = Awaited<ReturnType<typeof buildEntry>>;
const formOf = ({ id, title, html }: Intro) =>
  ({ id, title, html, version: 0, publication: 'published', at: null }) as const;
const typeFormOf = ({ position, ...form }: typeof introTypes.$inferSelect) => ({ ...form, version: 0 });
const REVISION = { title: '修改的', html: '<p>修改的</p>' };
const revise = async ({ id }: Intro, text = REVISION) => {
  const version = await findVersion(portal.db, versionedIntro(id));
  await run(editIntro, { id, version, ...text, publication: 'revision', at: null });
};
const revisedEntry = async () => {
  const intro = await buildEntry();
  await revise(intro);
  return { ...intro, revision: REVISION };
};

const reverse = (rows: readonly { id: number }[]) => {
  const former = rows.map(({ id }) => id);
  return { ids: former.toReversed(), former };
};

test('categories and entries that do not exist are not found', async () => {
  const type = await buildType('甲');
  const form = formOf(one(await entriesOf(type)));
  const before = await stored();
  const id = UNKNOWN;
  const calls = [
    run(editIntroType, { ...typeFormOf(type), id }),
    run(removeIntroType, { id }),
    run(createIntro, { typeId: id, ...entry('乙'), publishedAt: NOW }),
    run(editIntro, { ...form, id }),
    run(discardIntroRevision, { id }),
    run(orderIntros, { typeId: id, ids: [], former: [] }),
    run(removeIntro, { id }),
  ];
  expect(await Promise.all(calls.map(codeOf))).toEqual(calls.map(() => 'not_found'));
  expect(await stored()).toEqual(before);
});

test('an order that is the present one leaves no event', async () => {
  const [type, other] = [await buildType('甲', '乙'), await buildType()];
  const count = () => portal.db.$count(auditEvents);
  const before = await count();
  const [types, entries] = [reverse([other, type]), reverse((await entriesOf(type)).toReversed())];
  await run(orderIntroTypes, types);
  await run(orderIntros, { typeId: type.id, ...entries });
  expect(await count()).toBe(before);
});

test('an order of entries leaves other categories as they are', async () => {
  const [type, other] = [await buildType('甲', '乙'), await buildType('丙', '丁')];
  const before = await entriesOf(other);
  await run(orderIntros, { typeId: type.id, ...reverse(await entriesOf(type)) });
  expect((await entriesOf(type)).map(({ title, position }) => [title, position])).toEqual([
    ['乙', 1],
    ['甲', 2],
  ]);
  expect(await entriesOf(other)).toEqual(before);
});

describe('while a colleague changes introductions', () => {
  const later = <I, T>(
    work: (tx: Tx) => Promise<unknown>,
    operation: (tx: Tx, input: I, context: Context<StaffOrSystem>) => Promise<T>,
    input: I,
  ) => actDuring(portal.db, work, () => codeOf(run(operation, input)));

  test('a new category follows theirs', async () => {
    const { pictureKey, position } = await buildType();
    const create = (tx: Tx) => createIntroType(tx, { title: '先', pictureKey }, EDITOR);
    expect(await later(create, createIntroType, { title: '後', pictureKey })).toBeNull();
    expect((await storedTypes()).slice(1)).toMatchObject([
      { title: '先', position: position + 1 },
      { title: '後', position: position + 2 },
    ]);
  });

  test('a category with their new entry is not removed', async () => {
    const { id } = await buildType();
    const create = (tx: Tx) => createIntro(tx, { typeId: id, ...entry('甲'), publishedAt: NOW }, EDITOR);
    expect(await later(create, removeIntroType, { id })).toBe('intro_type_used');
  });

  test('an order without their new category is refused', async () => {
    const [first, second] = [await buildType(), await buildType()];
    const create = (tx: Tx) => createIntroType(tx, { title: '新的', pictureKey: first.pictureKey }, EDITOR);
    expect(await later(create, orderIntroTypes, reverse([first, second]))).toBe('order_changed');
  });

  test('an order without their new entry is refused', async () => {
    const { id: typeId } = await buildType('甲', '乙');
    const create = (tx: Tx) => createIntro(tx, { typeId, ...entry('丙'), publishedAt: NOW }, EDITOR);
    const order = reverse(await entriesOf({ id: typeId }));
    expect(await later(create, orderIntros, { typeId, ...order })).toBe('order_changed');
  });

  test('a new entry waits', async () => {
    const { id: typeId } = await buildType('甲', '乙');
    const created = { typeId, ...entry('丙'), publishedAt: NOW };
    expect(await later(lockIntroductions, createIntro, created)).toBeNull();
  });

  test('an edit of the category that they edit is refused', async () => {
    const form = typeFormOf(await buildType());
    const edit = (tx: Tx) => editIntroType(tx, { ...form, title: '先' }, EDITOR);
    expect(await later(edit, editIntroType, { ...form, title: '後' })).toBe('changed_meanwhile');
  });

  test('an edit of the entry that they edit is refused', async () => {
    const form = formOf(await buildEntry());
    const edit = (tx: Tx) => editIntro(tx, { ...form, title: '先' }, EDITOR);
    expect(await later(edit, editIntro, { ...form, title: '後' })).toBe('changed_meanwhile');
  });
});

describe('an edit of a category', () => {
  test('changes this one only, and records what it was before', async () => {
    const [first, second] = [await buildType(), await buildType()];
    await run(editIntroType, { ...typeFormOf(second), title: '水上' });
    expect(await storedTypes()).toEqual([first, { ...second, title: '水上' }]);
    expect(await eventsOf('intro_type', second.id)).toMatchObject([
      { action: 'intro_type.edit', before: { title: second.title }, after: { title: '水上' } },
    ]);
  });

  test('with a picture that does not exist is refused', async () => {
    const form = { ...typeFormOf(await buildType()), pictureKey: 'not-uploaded-at-all' };
    expect(await codeOf(run(editIntroType, form))).toBe('picture_unknown');
  });

  test('without a change leaves no event', async () => {
    const type = await buildType();
    await run(editIntroType, typeFormOf(type));
    expect(await eventsOf('intro_type', type.id)).toEqual([]);
  });
});

test('an error of another cause than a taken name stays as it is', async () => {
  const error = new Error('no connection');
  await expect(refusingTakenType(() => Promise.reject(error))).rejects.toBe(error);
});

describe('a revision of an entry', () => {
  test('is recorded as a revision that changes the text alone', async () => {
    const intro = await revisedEntry();
    const { title, html } = intro;
    const [event, ...others] = await eventsOf('intro', intro.id);
    expect([event?.action, event?.before, event?.after, others]).toEqual([
      'intro.revise',
      { title, value: html },
      { title: REVISION.title, value: REVISION.html },
      [],
    ]);
  });

  test('leaves no event if nothing changes, nor does an entry without one', async () => {
    const [intro, plain] = [await revisedEntry(), await buildEntry()];
    await revise(intro);
    await run(editIntro, formOf(plain));
    expect((await eventsOf('intro', intro.id)).length).toBe(1);
    expect(await eventsOf('intro', plain.id)).toEqual([]);
  });

  test('is discarded alone', async () => {
    const [first, second] = [await revisedEntry(), await revisedEntry()];
    await run(discardIntroRevision, { id: second.id });
    expect((await stored()).entries).toEqual([first, { ...second, revision: null }]);
    const [, event] = await eventsOf('intro', second.id);
    const before = { title: REVISION.title, value: REVISION.html };
    expect(event).toMatchObject({ action: 'intro.discard', before });
  });

  test('that is discarded again leaves no event', async () => {
    const intro = await buildEntry();
    await run(discardIntroRevision, { id: intro.id });
    expect(await eventsOf('intro', intro.id)).toEqual([]);
  });

  test('is not published by somebody who has not seen that it was discarded', async () => {
    const intro = await revisedEntry();
    const version = await findVersion(portal.db, versionedIntro(intro.id));
    await run(discardIntroRevision, intro);
    const form = { ...formOf(intro), ...REVISION, version };
    expect(await codeOf(run(editIntro, form))).toBe('changed_meanwhile');
  });
});
