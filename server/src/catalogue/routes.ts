import * as contract from '@portal/contract/catalogue';
import * as lookups from '@portal/contract/lookups';
import { Refusal } from '../platform/errors.ts';
import { pageForm } from '../platform/pages.ts';
import { keptFor, type Prepared, prepareJson } from '../platform/prepared.ts';
import type { Room } from '../platform/services.ts';
import { serveAttachments } from './download.ts';
import { presentClass } from './present.ts';
import {
  allOrganizations,
  allTrainClasses,
  classPages,
  findShownClass,
  type ListRequest,
  type Viewer,
} from './queries.ts';

/** Seconds for which a guest's answer stands. Whoever is logged in sees the present. */
const CLASSES_KEPT = 1;
const LOOKUPS_KEPT = 10;
const GUEST: Viewer = 0;

interface ListQuery extends ListRequest {
  readonly type: 'Normal' | 'Pagination';
}

export const catalogueRoutes: Room = (serve, services, app) => {
  const { db } = services;
  const pageOf = classPages(db);
  const kept = keptFor<Prepared>(CLASSES_KEPT, 100);
  const lookup = keptFor<Prepared>(LOOKUPS_KEPT);

  const list = async (query: ListQuery, viewer: Viewer, now: Date) => {
    const { rows, total } = await pageOf(query, viewer, now);
    const data = rows.map((row) => presentClass(row, now));
    if (query.type === 'Normal') return data;
    const { type, num, page, organization, trainclass } = query;
    const parameters = { type, num: String(num), organization, trainclass };
    return pageForm(data, total, { path: contract.classes.path, parameters, page, num });
  };

  const detail = async (code: string, viewer: Viewer, now: Date) => {
    const found = await findShownClass(db, code, viewer);
    if (!found) throw new Refusal('class_not_found');
    return presentClass(found, now);
  };

  serve(contract.classes, async ({ query, actor, now }) => {
    const request = { ...query, organization: query.organization ?? '', trainclass: query.trainclass ?? '' };
    if (actor) return list(request, actor.accountId, now);
    const { type, num, page, organization, trainclass } = request;
    // Of the parsed query alone: parameters that mean nothing make no answer of their own.
    return kept(JSON.stringify([type, num, page, organization, trainclass]), now, async () =>
      prepareJson(await list(request, GUEST, now), CLASSES_KEPT),
    );
  });

  serve(contract.classDetail, async ({ params, actor, now }) =>
    actor
      ? detail(params.code, actor.accountId, now)
      : kept(params.code, now, async () => prepareJson(await detail(params.code, GUEST, now), CLASSES_KEPT)),
  );

  serve(lookups.organizations, async ({ now }) =>
    lookup('organizations', now, async () => prepareJson(await allOrganizations(db), LOOKUPS_KEPT)),
  );

  serve(lookups.trainclasses, async ({ now }) =>
    lookup('trainclasses', now, async () => prepareJson(await allTrainClasses(db), LOOKUPS_KEPT)),
  );

  serveAttachments(app, services);
};
