import { type SitePageName, sitePages } from '@portal/contract/content';
import { isoTaipei } from '@portal/contract/dates';
import * as contract from '@portal/contract/office/content';
import { findHistory } from '../../audit/history.ts';
import { findVersion } from '../../audit/version.ts';
import { type Executor, inTransaction } from '../../platform/database/database.ts';
import type { OfficeRoutes } from '../../staff/gate.ts';
import { defaultPage } from '../default-pages.ts';
import { findDueContent } from '../find-due-content.ts';
import { presentSitePage } from '../present.ts';
import { findFooter, findPageRevision, findSitePage } from '../queries.ts';
import { setFooter, versionedFooter } from '../set-footer.ts';
import { discardPageRevision, setSitePage, versionedPage } from '../set-site-page.ts';

const showPage = async (db: Executor, name: SitePageName): Promise<contract.EditedPage> => {
  const [found, revision] = [await findSitePage(db, name), await findPageRevision(db, name)];
  return {
    name,
    hasRevision: revision !== null,
    ...presentSitePage(revision ?? found ?? defaultPage(name, await findFooter(db))),
    isBuiltIn: found === null,
    version: await findVersion(db, versionedPage(name)),
  };
};

const showRow = async (db: Executor, name: SitePageName): Promise<contract.SitePageRow> => {
  const { title, isBuiltIn, hasRevision } = await showPage(db, name);
  const [last] = await findHistory(db, versionedPage(name));
  return {
    name,
    title,
    isBuiltIn,
    hasRevision,
    changedAt: isBuiltIn || !last ? null : isoTaipei(new Date(last.at)),
  };
};

const showFooter = async (db: Executor): Promise<contract.EditedFooter> => ({
  ...(await findFooter(db)),
  version: await findVersion(db, versionedFooter),
});

const pageRoutes: OfficeRoutes = (serve, { db }) => {
  serve(contract.sitePageList, () => Promise.all(sitePages.map((name) => showRow(db, name))));

  serve(contract.editedPage, ({ params: { name } }) => showPage(db, name));

  serve(contract.saveSitePage, ({ params: { name }, body, actor, now }) =>
    inTransaction(db, async (tx) => {
      await setSitePage(tx, { ...body, name }, { actor, now });
      return showPage(tx, name);
    }),
  );

  serve(contract.discardPageRevision, ({ params: { name }, actor, now }) =>
    inTransaction(db, async (tx) => {
      await discardPageRevision(tx, { name }, { actor, now });
      return showPage(tx, name);
    }),
  );

  serve(contract.sitePageHistory, ({ params: { name } }) => findHistory(db, versionedPage(name)));
};

export const contentPageOfficeRoutes: OfficeRoutes = (serve, services, app) => {
  const { db } = services;
  pageRoutes(serve, services, app);

  serve(contract.dueContent, ({ now }) => findDueContent(db, now));

  serve(contract.editedFooter, () => showFooter(db));

  serve(contract.saveFooter, ({ body, actor, now }) =>
    inTransaction(db, async (tx) => {
      await setFooter(tx, body, { actor, now });
      return showFooter(tx);
    }),
  );

  serve(contract.footerHistory, () => findHistory(db, versionedFooter));
};
