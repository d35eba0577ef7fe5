import * as contract from '@portal/contract/catalogue';
import * as lookups from '@portal/contract/lookups';
import type { TraineeRoutes } from '../accounts/gate.ts';
import { readAside } from '../platform/database/replica.ts';
import { cacheFor, type PreparedAnswer, prepareJson } from '../platform/http/prepared.ts';
import { detailAnswers, listAnswers } from './class-answers.ts';
import { serveAttachments } from './download.ts';
import { openOrganizations } from './organizations/organization-queries.ts';
import { allCourses } from './queries.ts';

/** Staff who add an organisation choose it right afterwards. */
const LOOKUPS_CACHE_SECONDS = 1;

export const catalogueRoutes: TraineeRoutes = (serve, services, app) => {
  const list = listAnswers(services);
  const detail = detailAnswers();
  const lookup = cacheFor<PreparedAnswer>(LOOKUPS_CACHE_SECONDS);

  serve(contract.classes, ({ query, actor, now }) => list(query, actor?.accountId ?? null, now));

  serve(contract.classDetail, ({ params, actor, now, read }) =>
    detail(params.code, actor?.accountId ?? null, { now, read }),
  );

  serve(lookups.organizations, ({ now }) =>
    lookup('organizations', now, async () =>
      prepareJson(await readAside(services, openOrganizations), LOOKUPS_CACHE_SECONDS, now),
    ),
  );

  serve(lookups.trainclasses, ({ now }) =>
    lookup('trainclasses', now, async () =>
      prepareJson(await readAside(services, allCourses), LOOKUPS_CACHE_SECONDS, now),
    ),
  );

  serveAttachments(app, services);
};
