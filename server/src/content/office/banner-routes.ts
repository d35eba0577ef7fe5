import { isoTaipei } from '@portal/contract/dates';
import * as contract from '@portal/contract/office/banners';
import { findHistory } from '../../audit/history.ts';
import { findVersion } from '../../audit/version.ts';
import { type Executor, inTransaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { onceOnly } from '../../platform/http/idempotency.ts';
import type { OfficeRoutes } from '../../staff/gate.ts';
import { createBanner } from '../banners/create-banner.ts';
import { editBanner, versionedBanner } from '../banners/edit-banner.ts';
import { orderBanners } from '../banners/order-banners.ts';
import { removeBanner } from '../banners/remove-banner.ts';
import { presentBanner } from '../present.ts';
import { allBanners } from '../queries.ts';
import { keyOf, publicationOf, publishedAtOf } from '../rules.ts';

const showBanners = async (db: Executor, now: Date): Promise<contract.EditedBanner[]> => {
  const all = await allBanners(db);
  return Promise.all(
    all.map(async (banner) => ({
      ...presentBanner(banner),
      version: await findVersion(db, versionedBanner(banner.id)),
      publication: publicationOf(banner.publishedAt, now),
      publishedAt: banner.publishedAt && isoTaipei(banner.publishedAt),
    })),
  );
};

const showBanner = async (db: Executor, id: number, now: Date): Promise<contract.EditedBanner> => {
  const found = (await showBanners(db, now)).find((each) => each.id === id);
  if (!found) throw new Refusal('not_found');
  return found;
};

export const bannerOfficeRoutes: OfficeRoutes = (serve, { db }) => {
  serve(contract.bannerList, ({ now }) => showBanners(db, now));

  serve(contract.editedBanner, ({ params: { id }, now }) => showBanner(db, id, now));

  serve(contract.bannerHistory, async ({ params: { id }, now }) => {
    await showBanner(db, id, now);
    return findHistory(db, versionedBanner(id));
  });

  serve(contract.createBanner, ({ body: { src, publication, at, ...content }, idempotency, actor, now }) =>
    onceOnly(db, idempotency, now, async (tx) => {
      const publishedAt = publishedAtOf({ publication, at }, null, now);
      const created = await createBanner(
        tx,
        { ...content, pictureKey: keyOf(src), publishedAt },
        { actor, now },
      );
      return showBanner(tx, created, now);
    }),
  );

  serve(contract.editBanner, ({ params: { id }, body: { src, ...content }, actor, now }) =>
    inTransaction(db, async (tx) => {
      await editBanner(tx, { ...content, id, pictureKey: keyOf(src) }, { actor, now });
      return showBanner(tx, id, now);
    }),
  );

  serve(contract.orderBanners, ({ body, actor, now }) =>
    inTransaction(db, async (tx) => {
      await orderBanners(tx, body, { actor, now });
      return showBanners(tx, now);
    }),
  );

  serve(contract.removeBanner, ({ params, actor, now }) =>
    inTransaction(db, async (tx) => {
      await removeBanner(tx, params, { actor, now });
      return showBanners(tx, now);
    }),
  );
};
