import * as contract from '@portal/contract/catalogue';
import type { QueryOf } from '@portal/contract/endpoint';
import * as lookups from '@portal/contract/lookups';
import type { TraineeRoutes } from '../accounts/gate.ts';
import { Refusal } from '../platform/errors.ts';
import { pageForm } from '../platform/http/pages.ts';
import { cacheFor, type PreparedAnswer, prepareJson, UncachedAnswer } from '../platform/http/prepared.ts';
import { serveAttachments } from './download.ts';
import { presentClass } from './present.ts';
import {
  allCourses,
  allOrganizations,
  classPages,
  findShownClass,
  type ListPage,
  type ListRequest,
  type Viewer,
  whoseList,
} from './queries.ts';

/** Seconds that a guest's answer is cached, also for logged-in people whose own answer is the same. */
const CLASSES_KEPT = 1;
const LOOKUPS_KEPT = 10;
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

export const catalogueRoutes: TraineeRoutes = (serve, services, app) => {
  const { db } = services;
  const pageOf = classPages(db);
  const keptLists = cacheFor<CachedList>(CLASSES_KEPT, 100);
  const cachedForTrainees = cacheFor<PreparedAnswer>(CLASSES_KEPT, 100);
  const keptDetails = cacheFor<PreparedAnswer>(CLASSES_KEPT, 100);
  const lookup = cacheFor<PreparedAnswer>(LOOKUPS_KEPT);

  const present = (query: ListQuery, { rows, total }: ListPage, now: Date) => {
    const data = rows.map((row) => presentClass(row, now));
    const { type, num, page } = query;
    const parameters = { type, num: String(num), ...filtersOf(query) };
    return type === 'Normal'
      ? data
      : pageForm(data, total, { path: contract.classes.path, parameters, page, num });
  };

  // Keyed by the parsed query, so that unknown parameters create no cache entries.
  const keyOf = (query: ListQuery) => JSON.stringify([query.type, query.num, query.page, filtersOf(query)]);

  const guestList = (query: ListQuery, now: Date): Promise<CachedList> =>
    keptLists(keyOf(query), now, async () => {
      const page = await pageOf(query, GUEST, now);
      return { answer: prepareJson(present(query, page, now), CLASSES_KEPT, now), page };
    });

  const listForTrainees = (query: ListQuery, page: ListPage, now: Date): Promise<PreparedAnswer> =>
    cachedForTrainees(keyOf(query), now, async () =>
      prepareJson(present(query, withoutGroup(page), now), CLASSES_KEPT),
    );

  const detail = async (code: string, viewer: Viewer, now: Date) => {
    const found = await findShownClass(db, code, viewer);
    if (!found) throw new Refusal('class_not_found');
    return presentClass(found, now);
  };

  serve(contract.classes, async ({ query, actor, now }) => {
    const request = requestOf(query);
    const { answer, page } = await guestList(request, now);
    if (!actor) return answer;
    const viewer = actor.accountId;
    const list = await whoseList(db, viewer, page.rows);
    if (list === 'own') return present(request, await pageOf(request, viewer, now), now);
    return new UncachedAnswer(list === 'guests' ? answer : await listForTrainees(request, page, now));
  });

  serve(contract.classDetail, async ({ params, actor, now }) =>
    actor
      ? detail(params.code, actor.accountId, now)
      : keptDetails(params.code, now, async () =>
          prepareJson(await detail(params.code, GUEST, now), CLASSES_KEPT, now),
        ),
  );

  serve(lookups.organizations, async ({ now }) =>
    lookup('organizations', now, async () => prepareJson(await allOrganizations(db), LOOKUPS_KEPT, now)),
  );

  serve(lookups.trainclasses, async ({ now }) =>
    lookup('trainclasses', now, async () => prepareJson(await allCourses(db), LOOKUPS_KEPT, now)),
  );

  serveAttachments(app, services);
};
