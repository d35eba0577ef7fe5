import * as contract from '@portal/contract/content';
import type { TraineeRoutes } from '../accounts/gate.ts';
import type { Executor } from '../platform/database/database.ts';
import { readAside } from '../platform/database/replica.ts';
import { Refusal } from '../platform/errors.ts';
import { cacheFor, type PreparedAnswer, prepareJson } from '../platform/http/prepared.ts';
import { defaultPage } from './default-pages.ts';
import { servePictures } from './pictures.ts';
import { presentBanner, presentIntro, presentIntroType, presentSitePage } from './present.ts';
import { allIntroTypes, findFooter, findIntros, findSitePage, publicBanners } from './queries.ts';

/** In seconds. All servers follow a change within two. */
const CACHE_SECONDS = 1;

export const contentRoutes: TraineeRoutes = (serve, services, app) => {
  const answers = cacheFor<PreparedAnswer>(CACHE_SECONDS);
  const cached = (key: string, now: Date, find: (from: Executor) => Promise<unknown>) =>
    answers(key, now, async () => prepareJson(await readAside(services, find), CACHE_SECONDS, now));

  serve(contract.introTypes, async ({ now }) =>
    cached('types', now, async (from) => (await allIntroTypes(from)).map(presentIntroType)),
  );

  serve(contract.intros, async ({ query, now }) =>
    cached(`type:${query.type}`, now, async (from) => {
      const found = await findIntros(from, query.type, now);
      if (!found) throw new Refusal('not_found');
      return { type: found.type.title, details: found.entries.map(presentIntro) };
    }),
  );

  serve(contract.banners, async ({ now }) =>
    cached('banners', now, async (from) => (await publicBanners(from, now)).map(presentBanner)),
  );

  serve(contract.footer, async ({ now }) => cached('footer', now, findFooter));

  serve(contract.sitePage, async ({ params, now }) => {
    const name = contract.sitePages.find((known) => known === params.name);
    if (name === undefined) throw new Refusal('not_found');
    return cached(`page:${name}`, now, async (from) => {
      const page = await findSitePage(from, name);
      return presentSitePage(page ?? defaultPage(name, await findFooter(from)));
    });
  });

  servePictures(app, services);
};
