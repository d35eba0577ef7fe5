import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { decidingStaff } from '../../test/factories/staff.ts';
import { inTransaction, type Tx } from '../platform/database/database.ts';
import type { Staff } from '../staff/actors.ts';
import { editBanner } from './banners/edit-banner.ts';
import { orderBanners } from './banners/order-banners.ts';
import { removeBanner } from './banners/remove-banner.ts';
import { discardIntroRevision } from './discard-intro-revision.ts';
import { editIntro } from './edit-intro.ts';
import { editIntroType } from './edit-intro-type.ts';
import { orderIntros, orderIntroTypes } from './order-introductions.ts';
import { removeIntro } from './remove-intro.ts';
import { removeIntroType } from './remove-intro-type.ts';
import { discardPageRevision } from './set-site-page.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

type Operation = (tx: Tx, input: never, context: { actor: Staff; now: Date }) => Promise<unknown>;

const operations: Readonly<Record<string, Operation>> = {
  ...{ editBanner, orderBanners, removeBanner, editIntro, removeIntro, discardIntroRevision, orderIntros },
  ...{ editIntroType, removeIntroType, orderIntroTypes, discardPageRevision },
};

test.each(Object.entries(operations))('%s is refused to staff who may not edit contents', async (_, act) => {
  const input = { id: 1, typeId: 1, name: 'about', version: 0, ids: [], former: [] } as never;
  const acting = inTransaction(portal.db, (tx) => act(tx, input, { actor: decidingStaff(), now: NOW }));
  await expect(acting).rejects.toMatchObject({ code: 'forbidden' });
});
