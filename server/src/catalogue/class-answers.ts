import * as contract from '@portal/contract/catalogue';
import type { QueryOf } from '@portal/contract/endpoint';
import { type ReadAside, readAside } from '../platform/database/replica.ts';
import { Refusal } from '../platform/errors.ts';
import { pageForm } from '../platform/http/pages.ts';
import { cacheFor, type PreparedAnswer, prepareJson, UncachedAnswer } from '../platform/http/prepared.ts';
import type { Services } from '../platform/services.ts';
import { presentClass } from './present.ts';
import {
  classPages,
  findShownClass,
  type ListPage,
  type ListRequest,
  type Viewer,
  whoseList,
} from './queries.ts';

/** Seconds that a guest's answer is cached, also for logged-in people whose own answer is the same. */
const CLASSES_CACHE_SECONDS = 1;
const GUEST: Viewer = 0;

interface ListQuery extends ListRequest {
  readonly type: 'Normal' | 'Pagination';
}

interface CachedList {
  readonly answer: PreparedAnswer;
  readonly page: ListPage;
}

const requestOf = (query: QueryOf<typeof contract.classes>): ListQuery => {
  const { organization = '', trainclass = '', word = '', month = '', open = '', sort = 'published' } = query;
  return { ...query, organization, trainclass, word, month, open, sort };
};

const filtersOf = ({ organization, trainclass, word, month, open, sort }: ListQuery) => ({
  organization,
  trainclass,
  word,
  month,
  open,
  sort: sort === 'start' ? sort : '',
});

const withoutGroup = ({ rows, total }: ListPage): ListPage => ({
  rows: rows.map((row) => ({ ...row, managesGroup: false })),
  total,
});

const present = (query: ListQuery, { rows, total }: ListPage, now: Date) => {
  const data = rows.map((row) => presentClass(row, now));
  const { type, num, page } = query;
  const parameters = { type, num: String(num), ...filtersOf(query) };
  return type === 'Normal'
    ? data
    : pageForm(data, total, { path: contract.classes.path, parameters, page, num });
};

/** Keyed by the parsed query, so that unknown parameters create no cache entries. */
const keyOf = (query: ListQuery) => JSON.stringify([query.type, query.num, query.page, filtersOf(query)]);

/** Reads pages of the list from the primary database; those for guests from the replica, if there is one. */
const listPages = ({ db, replica }: Pick<Services, 'db' | 'replica'>) => {
  const [ofPrimary, ofReplica] = [classPages(), classPages()];
  return {
    pageOf: (query: ListQuery, viewer: Viewer, now: Date) => ofPrimary(db, query, viewer, now),
    guestPageOf: (query: ListQuery, now: Date) =>
      readAside({ db, replica }, (from) => (from === db ? ofPrimary : ofReplica)(from, query, GUEST, now)),
  };
};

/**
 * The list of classes for a viewer (null for a guest). Guests share an answer, and so do people whose answer is the same.
 * People who are logged in get no answers of the replica, so that they see at once what they have changed.
 */
export const listAnswers = ({ db, replica }: Pick<Services, 'db' | 'replica'>) => {
  const { pageOf, guestPageOf } = listPages({ db, replica });
  const forGuests = cacheFor<CachedList>(CLASSES_CACHE_SECONDS, 100);
  const forTrainees = cacheFor<PreparedAnswer>(CLASSES_CACHE_SECONDS, 100);

  const guestList = (query: ListQuery, isGuest: boolean, now: Date): Promise<CachedList> =>
    forGuests(replica && !isGuest ? `current ${keyOf(query)}` : keyOf(query), now, async () => {
      const page = await (isGuest ? guestPageOf(query, now) : pageOf(query, GUEST, now));
      return { answer: prepareJson(present(query, page, now), CLASSES_CACHE_SECONDS, now), page };
    });

  const traineeList = (query: ListQuery, page: ListPage, now: Date): Promise<PreparedAnswer> =>
    forTrainees(keyOf(query), now, async () =>
      prepareJson(present(query, withoutGroup(page), now), CLASSES_CACHE_SECONDS),
    );

  return async (query: QueryOf<typeof contract.classes>, viewer: Viewer | null, now: Date) => {
    const request = requestOf(query);
    const { answer, page } = await guestList(request, viewer === null, now);
    if (viewer === null) return answer;
    const list = await whoseList(db, viewer, page.rows);
    if (list === 'own') return present(request, await pageOf(request, viewer, now), now);
    return new UncachedAnswer(list === 'guests' ? answer : await traineeList(request, page, now));
  };
};

interface Looking {
  readonly now: Date;
  readonly read: ReadAside;
}

/** A class for a viewer (null for a guest). Guests share an answer. Throws `class_not_found`. */
export const detailAnswers = () => {
  const forGuests = cacheFor<PreparedAnswer>(CLASSES_CACHE_SECONDS, 100);

  const detail = async (code: string, viewer: Viewer, { now, read }: Looking) => {
    const found = await read((from) => findShownClass(from, code, viewer));
    if (!found) throw new Refusal('class_not_found');
    return presentClass(found, now);
  };

  return (code: string, viewer: Viewer | null, looking: Looking) =>
    viewer === null
      ? forGuests(code, looking.now, async () =>
          prepareJson(await detail(code, GUEST, looking), CLASSES_CACHE_SECONDS, looking.now),
        )
      : detail(code, viewer, looking);
};
