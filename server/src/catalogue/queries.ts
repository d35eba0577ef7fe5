import type { Attachment, ClassSession } from '@portal/contract/catalogue';
import { addMonths } from '@portal/contract/dates';
import { CODE } from '@portal/contract/primitives';
import { and, asc, count, desc, eq, gt, gte, isNotNull, lt, type SQLWrapper, sql } from 'drizzle-orm';
import type { QueryBuilder } from 'drizzle-orm/pg-core';
import type { ClassState } from '../classes/states.ts';
import { attachments, classes, classSessions } from '../classes/tables.ts';
import { registrations } from '../enrolment/tables.ts';
import { groups, memberships } from '../groups/tables.ts';
import type { Executor } from '../platform/database/database.ts';
import { jsonObject, preparedSelect, statement } from '../platform/database/statement.ts';
import { cacheFor } from '../platform/http/prepared.ts';
import { courses, organizations } from './tables.ts';

/** A class that trainees find (published, closed or completed), for other modules, also after its start. */
export interface PublicClass {
  readonly id: number;
  readonly code: string;
  readonly organization: string;
  /** The Chinese name of the course, which is the class's name. */
  readonly train: string;
  readonly startTime: Date;
  readonly limitNumber: number;
  /** Seats held. */
  readonly number: number;
  readonly place: string;
  /** In whole New Taiwan dollars. */
  readonly fee: number;
  /** Days to pay, counted from the approval. */
  readonly paymentDays: number;
  /** The group that it is reserved for. */
  readonly groupId: number | null;
  readonly groupName: string | null;
  /** The class's own flags, regardless of enrolment period and start. */
  readonly personalAllow: boolean;
  readonly groupAllow: boolean;
  readonly applyFrom: Date | null;
  readonly applyUntil: Date | null;
  readonly state: ClassState;
}

const { placeholder } = sql;

/** The account that views a class; 0 is a guest. */
export type Viewer = number;

// Must match the predicate of the partial index word for word, or the planner does not use it.
const holdsSeat = sql`${registrations.state} in ('pending', 'unpaid', 'reported', 'confirmed')`;

/** The viewers that hold a seat in the class. */
const applied = sql<number[]>`(
  select coalesce(json_agg(${registrations.accountId}), '[]') from ${registrations}
  where ${registrations.classId} = ${classes.id} and ${registrations.accountId} = any(${placeholder('viewers')}::bigint[]) and ${holdsSeat})`;

const hasApplied = (chosen: { readonly id: SQLWrapper }) =>
  sql<boolean>`exists (select from ${registrations} where ${registrations.classId} = ${chosen.id} and ${registrations.accountId} = ${placeholder('viewer')} and ${holdsSeat})`;

const publicClass = preparedSelect('find_published_class', (query) =>
  query
    .select({
      id: classes.id,
      code: classes.code,
      organization: organizations.name,
      train: courses.chineseName,
      startTime: classes.startTime,
      limitNumber: classes.limitNumber,
      number: classes.number,
      place: classes.place,
      fee: classes.fee,
      paymentDays: classes.paymentDays,
      groupId: classes.groupId,
      groupName: groups.name,
      personalAllow: classes.personalAllow,
      groupAllow: classes.groupAllow,
      applyFrom: classes.applyFrom,
      applyUntil: classes.applyUntil,
      state: classes.state,
      applied,
    })
    .from(classes)
    .innerJoin(organizations, eq(organizations.id, classes.organizationId))
    .innerJoin(courses, eq(courses.id, classes.courseId))
    .leftJoin(groups, eq(groups.id, classes.groupId))
    .where(and(eq(classes.code, sql.placeholder('code')), isNotNull(classes.publishedAt))),
);

/** The public class with exactly this code, or null. */
export const findPublicClass = async (db: Executor, code: string): Promise<PublicClass | null> => {
  const found = await findPublicClassFor(db, { code, viewers: [] });
  return found?.trainingClass ?? null;
};

/**
 * Finds a public class and which of the viewers hold a seat in it. It is one query, so that the seat count and the
 * viewers' seats are from the same instant.
 */
export const findPublicClassFor = async (
  db: Executor,
  wanted: { code: string; viewers: readonly number[] },
): Promise<{ readonly trainingClass: PublicClass; readonly applied: ReadonlySet<number> } | null> => {
  if (!CODE.test(wanted.code)) return null;
  const [found] = await publicClass(db, wanted);
  if (!found) return null;
  const { applied, ...trainingClass } = found;
  return { trainingClass, applied: new Set(applied) };
};

/** The class's long description as stored: apply `cleanHtml` before showing it. */
export const findClassHtml = async (db: Executor, classId: number): Promise<string> => {
  const [found] = await db.select({ html: classes.html }).from(classes).where(eq(classes.id, classId));
  if (!found) throw new Error(`there is no class ${classId}`);
  return found.html;
};

export interface ListFilter {
  readonly organization: string;
  readonly trainclass: string;
  readonly word: string;
  /** The month of the start, `2026-12`. */
  readonly month: string;
  readonly open: '' | '1' | 'group';
  readonly sort: 'published' | 'start';
}

const columns = {
  id: classes.id,
  code: classes.code,
  organizationId: classes.organizationId,
  courseId: classes.courseId,
  startTime: classes.startTime,
  limitNumber: classes.limitNumber,
  number: classes.number,
  place: classes.place,
  contactName: classes.contactName,
  contactPhone: classes.contactPhone,
  html: classes.html,
  groupId: classes.groupId,
  personalAllow: classes.personalAllow,
  groupAllow: classes.groupAllow,
  applyFrom: classes.applyFrom,
  applyUntil: classes.applyUntil,
  fee: classes.fee,
  paymentDays: classes.paymentDays,
  endTime: classes.endTime,
  hours: classes.hours,
  publishedAt: classes.publishedAt,
  state: classes.state,
};

const wanted = placeholder('organization');
// A name equal to another organisation's id takes precedence.
const ofOrganization = sql`${classes.organizationId} = (select ${organizations.id} from ${organizations} where ${organizations.name} = ${wanted} or ${organizations.id}::text = ${wanted} order by ${organizations.name} = ${wanted} desc limit 1)`;
const ofCourse = sql`${classes.courseId} = (select ${courses.id} from ${courses} where ${courses.code} = ${placeholder('trainclass')})`;

interface NarrowedList {
  readonly organization: boolean;
  readonly trainclass: boolean;
  readonly word: boolean;
  readonly month: boolean;
  readonly open: boolean;
  readonly forGroups: boolean;
  readonly byStart: boolean;
}

// The index finds parts of at most six characters; the text then shows whether those of longer words are adjacent.
const ofWords = and(
  sql`search_parts(${classes.searchText}) @> parts_to_find(search_form(${placeholder('word')}))`,
  sql`${classes.searchText} like all(${placeholder('patterns')}::text[])`,
);

const ofMonth = and(
  gte(classes.startTime, placeholder('monthBegins')),
  lt(classes.startTime, placeholder('monthEnds')),
);

const isOpen = sql`${classes.number} < ${classes.limitNumber} and ${classes.state} = 'published'
  and (${classes.personalAllow} and ${classes.groupId} is null or ${classes.groupAllow})
  and coalesce(${classes.applyFrom} <= ${placeholder('now')}, true)
  and coalesce(${classes.applyUntil} > ${placeholder('now')}, true)`;

const isAhead = gt(classes.startTime, placeholder('now'));
/** The same without an index: with a word PostgreSQL would read all classes ahead beside the few that have the word. */
const isFoundAhead = sql`${classes.startTime} + interval '0' > ${placeholder('now')}`;

const listed = (narrowed: NarrowedList) =>
  and(
    isNotNull(classes.publishedAt),
    narrowed.word ? isFoundAhead : isAhead,
    narrowed.organization ? ofOrganization : undefined,
    narrowed.trainclass ? ofCourse : undefined,
    narrowed.word ? ofWords : undefined,
    narrowed.month ? ofMonth : undefined,
    narrowed.open ? isOpen : undefined,
    narrowed.forGroups ? sql`${classes.groupAllow}` : undefined,
  );

interface SortedList {
  readonly startTime: SQLWrapper;
  readonly publishedAt: SQLWrapper;
  readonly id: SQLWrapper;
}

const orderOf = (rows: SortedList, byStart: boolean) =>
  byStart ? [sql`${rows.startTime}`, sql`${rows.id}`] : [sql`${rows.publishedAt} desc`, sql`${rows.id} desc`];

/*
 * One index finds the classes of a page, however many older ones exist. `array(…)` does not change the planner's other
 * estimates, so one generic plan serves every page.
 */
const pageOf = (query: QueryBuilder, narrowed: NarrowedList) => {
  const ids = query
    .select({ id: classes.id })
    .from(classes)
    .where(listed(narrowed))
    .orderBy(...orderOf(classes, narrowed.byStart))
    .limit(placeholder('num'))
    .offset(placeholder('skip'));
  return query.select(columns).from(classes).where(sql`${classes.id} = any(array(${ids}))`).as('chosen');
};

/** A page of the classes with a word, and how many have it: to find the page, all of them are read. */
const foundPageOf = (query: QueryBuilder, narrowed: NarrowedList) => {
  const { id, startTime, publishedAt } = classes;
  const found = query
    .$with('found')
    .as(query.select({ id, startTime, publishedAt }).from(classes).where(listed(narrowed)));
  const ids = query
    .select({ id: found.id })
    .from(found)
    .orderBy(...orderOf(found, narrowed.byStart))
    .limit(placeholder('num'))
    .offset(placeholder('skip'));
  const chosen = query
    .select(columns)
    .from(classes)
    .where(sql`${classes.id} = any(array(${ids}))`)
    .as('chosen');
  return withSurroundings(
    query.with(found),
    chosen,
    narrowed.byStart,
    sql`(select count(*)::int from ${found})`,
  );
};

/** A class that was called off is shown by its own page, but by no list. */
const isKnown = sql`(${classes.publishedAt} is not null or ${classes.state} = 'cancelled')`;

const withCode = (query: QueryBuilder) =>
  query
    .select(columns)
    .from(classes)
    .where(and(eq(classes.code, placeholder('code')), isKnown))
    .as('chosen');

const withId = (query: QueryBuilder) =>
  query
    .select(columns)
    .from(classes)
    .where(eq(classes.id, placeholder('id')))
    .as('chosen');

type ChosenPage = ReturnType<typeof pageOf>;

const filesOf = (chosen: ChosenPage) =>
  sql<Attachment[]>`(select coalesce(json_agg(${jsonObject({
    id: attachments.id,
    src: attachments.src,
    name: attachments.name,
    extension: attachments.extension,
  })} order by ${attachments.position}, ${attachments.id}), '[]') from ${attachments} where ${attachments.classId} = ${chosen.id})`;

const sessionsOf = (chosen: ChosenPage) =>
  sql<ClassSession[]>`(select coalesce(json_agg(${jsonObject({
    date: classSessions.date,
    from: sql<string>`to_char(${classSessions.fromTime}, 'HH24:MI')`,
    to: sql<string>`to_char(${classSessions.toTime}, 'HH24:MI')`,
    place: classSessions.place,
    instructor: classSessions.instructor,
  })} order by ${classSessions.date}, ${classSessions.fromTime}), '[]') from ${classSessions} where ${classSessions.classId} = ${chosen.id})`;

// Only full classes need this, so it is queried only for them.
const holdsGroupSeats = (chosen: ChosenPage) =>
  sql<boolean>`${chosen.number} >= ${chosen.limitNumber} and exists (select from ${memberships} join ${registrations} on ${registrations.groupId} = ${memberships.groupId} where ${memberships.accountId} = ${placeholder('viewer')} and ${memberships.role} = 'manager' and ${registrations.classId} = ${chosen.id} and ${holdsSeat})`;

const managesGroup = (chosen: ChosenPage) =>
  sql<boolean>`${placeholder('viewer')} = 0 or exists (select from ${memberships} where ${memberships.accountId} = ${placeholder('viewer')} and ${memberships.role} = 'manager' and (${chosen.groupId} is null or ${memberships.groupId} = ${chosen.groupId}))`;

const withSurroundings = (
  query: Pick<QueryBuilder, 'select'>,
  chosen: ChosenPage,
  byStart = false,
  total = sql`null::int`,
) =>
  query
    .select({
      total: sql<number | null>`${total}`,
      shown: jsonObject({
        id: chosen.id,
        code: chosen.code,
        organization: organizations.name,
        train: courses.chineseName,
        startTime: chosen.startTime,
        limitNumber: chosen.limitNumber,
        number: chosen.number,
        place: chosen.place,
        contactName: chosen.contactName,
        contactPhone: chosen.contactPhone,
        html: chosen.html,
        groupId: chosen.groupId,
        groupName: sql<string | null>`${groups.name}`,
        personalAllow: chosen.personalAllow,
        groupAllow: chosen.groupAllow,
        applyFrom: chosen.applyFrom,
        applyUntil: chosen.applyUntil,
        state: chosen.state,
        fee: chosen.fee,
        paymentDays: chosen.paymentDays,
        endTime: chosen.endTime,
        hours: sql<number>`coalesce(${chosen.hours}, ${courses.hours})`,
        files: filesOf(chosen),
        sessions: sessionsOf(chosen),
        applied: hasApplied(chosen),
        holdsGroupSeats: holdsGroupSeats(chosen),
        managesGroup: managesGroup(chosen),
      }),
    })
    .from(chosen)
    .innerJoin(organizations, eq(organizations.id, chosen.organizationId))
    .innerJoin(courses, eq(courses.id, chosen.courseId))
    .leftJoin(groups, eq(groups.id, chosen.groupId))
    .orderBy(...orderOf(chosen, byStart));

const shownClass = preparedSelect('find_class', (query) => withSurroundings(query, withCode(query)));
const previewedClass = preparedSelect('preview_class', (query) => withSurroundings(query, withId(query)));

/** Times are ISO 8601. */
export type ShownClass = Awaited<ReturnType<typeof shownClass>>[number]['shown'];

export interface ListPage {
  readonly rows: ShownClass[];
  readonly total: number;
}

export interface ListRequest extends ListFilter {
  readonly num: number;
  /** From 1. */
  readonly page: number;
}

/** `key`: a digit for each filter, because the name of a statement has at most 63 characters. */
const prepareList = (narrowed: NarrowedList, key: string) => ({
  page: preparedSelect(`list_classes_${key}`, (query) =>
    narrowed.word
      ? foundPageOf(query, narrowed)
      : withSurroundings(query, pageOf(query, narrowed), narrowed.byStart),
  ),
  total: preparedSelect(`count_classes_${key}`, (query) =>
    query.select({ total: count() }).from(classes).where(listed(narrowed)),
  ),
});

const lists = new Map<string, ReturnType<typeof prepareList>>();

const listFor = ({ organization, trainclass, word, month, open, sort }: ListFilter) => {
  const narrowed = {
    organization: organization !== '',
    trainclass: trainclass !== '',
    word: word !== '',
    month: month !== '',
    open: open !== '',
    forGroups: open === 'group',
    byStart: sort === 'start',
  };
  const key = Object.values(narrowed).map(Number).join('');
  const list = lists.get(key) ?? prepareList(narrowed, key);
  lists.set(key, list);
  return list;
};

/** Must match `search_form` of the database. */
const searchForm = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll('台', '臺');

const escaped = (word: string): string => word.replace(/[\\%_]/g, '\\$&');

const patternsOf = (word: string): string[] =>
  searchForm(word)
    .split(/\s+/)
    .map((part) => `%${escaped(part)}%`);

const monthOf = (month: string) => {
  const begins = `${month}-01`;
  return { monthBegins: startOfDay(begins), monthEnds: startOfDay(addMonths(begins, 1)) };
};

const startOfDay = (date: string): Date => new Date(`${date}T00:00:00+08:00`);

const valuesOf = ({ organization, trainclass, word, month }: ListFilter) => ({
  organization,
  trainclass,
  ...(word !== '' && { word, patterns: patternsOf(word) }),
  ...(month !== '' && monthOf(month)),
});

export const findShownClass = async (
  db: Executor,
  code: string,
  viewer: Viewer,
): Promise<ShownClass | null> => {
  if (!CODE.test(code)) return null;
  const [found] = await shownClass(db, { code, viewer });
  return found?.shown ?? null;
};

export const findPreviewedClass = async (db: Executor, id: number): Promise<ShownClass | null> => {
  const [found] = await previewedClass(db, { id, viewer: 0 });
  return found?.shown ?? null;
};

/** Seconds that totals are cached; the classes themselves are always current. */
const TOTAL_CACHE_SECONDS = 1;

export const classPages = () => {
  const totals = cacheFor<number>(TOTAL_CACHE_SECONDS);

  return async (db: Executor, request: ListRequest, viewer: Viewer, now: Date): Promise<ListPage> => {
    const { num, page, organization, trainclass, word, month, open, sort } = request;
    const filter = { organization, trainclass, word, month, open, sort };
    const values = valuesOf(filter);
    const list = listFor(filter);
    const skip = (page - 1) * num;
    const countAll = () =>
      totals(JSON.stringify(filter), now, async () => {
        const [counted] = await list.total(db, { ...values, now });
        return counted?.total ?? 0;
      });
    const [found, counted] = await Promise.all([
      list.page(db, { ...values, num, skip, viewer, now }),
      word === '' ? countAll() : null,
    ]);
    const rows = found.map(({ shown }) => shown);
    if (rows.length === 0) return { rows, total: skip === 0 ? 0 : await countAll() };
    const total = counted ?? found[0]?.total ?? 0;
    const seen = skip + rows.length;
    // The last page shows the exact total.
    return { rows, total: rows.length < num ? seen : Math.max(total, seen) };
  };
};

/** The list that a viewer gets: read for them alone, the guests' cached one, or the cached one of people who manage no group. */
type WhoseList = 'own' | 'guests' | 'trainees';

const whoseListOf = statement<{ list: WhoseList }>(
  'whose_list',
  sql`with managed as (
      select group_id from ${memberships} where account_id = ${placeholder('viewer')} and role = 'manager'
    )
    select case
      when exists (
        select from ${registrations}
        where account_id = ${placeholder('viewer')} and class_id = any(${placeholder('classIds')}::bigint[])
      ) then 'own'
      when not exists (select from managed) then 'trainees'
      when exists (
        select from managed join ${registrations} using (group_id)
        where class_id = any(${placeholder('classIds')}::bigint[])
      ) then 'own'
      when exists (
        select from unnest(${placeholder('groupIds')}::bigint[]) reserved
        where reserved not in (select group_id from managed)
      ) then 'own'
      else 'guests'
    end as list`,
);

/**
 * A list is read for people who have or had a registration in one of its classes, for themselves or for a group that they
 * manage: they see the effect of their own actions. A manager may otherwise enrol a group wherever a guest might, unless a
 * class is reserved for a group of others.
 */
export const whoseList = async (
  db: Executor,
  viewer: Viewer,
  rows: readonly Pick<ShownClass, 'id' | 'groupId'>[],
): Promise<WhoseList> => {
  const classIds = rows.map(({ id }) => id);
  const groupIds = rows.flatMap(({ groupId }) => groupId ?? []);
  const [found] = await whoseListOf(db, { viewer, classIds, groupIds });
  return found?.list ?? 'own';
};

export const allOrganizations = (db: Executor) =>
  db
    .select({ id: organizations.id, name: organizations.name })
    .from(organizations)
    .orderBy(asc(organizations.position), asc(organizations.id));

export const allCourses = (db: Executor) =>
  db
    .select({ id: courses.id, code: courses.code, chinese_name: courses.chineseName })
    .from(courses)
    .orderBy(asc(courses.position), asc(courses.id));

/** Returns null if the class is not published. */
export const findAttachment = async (db: Executor, src: string) => {
  const [found] = await db
    .select({ fileKey: attachments.fileKey, name: attachments.name, extension: attachments.extension })
    .from(attachments)
    .innerJoin(classes, eq(classes.id, attachments.classId))
    .where(and(eq(attachments.src, src), isNotNull(classes.publishedAt)));
  return found ?? null;
};

export const listedCodes = async (db: Executor, now: Date, most: number): Promise<string[]> => {
  const rows = await db
    .select({ code: classes.code })
    .from(classes)
    .where(and(isNotNull(classes.publishedAt), gt(classes.startTime, now)))
    .orderBy(desc(classes.publishedAt), desc(classes.id))
    .limit(most);
  return rows.map(({ code }) => code);
};
