import { isoTaipei } from '@portal/contract/dates';
import * as contract from '@portal/contract/office/content';
import { asc, eq } from 'drizzle-orm';
import { findHistory } from '../../audit/history.ts';
import { findVersion } from '../../audit/version.ts';
import { type Executor, inTransaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { onceOnly } from '../../platform/http/idempotency.ts';
import type { OfficeRoutes } from '../../staff/gate.ts';
import { createIntro } from '../create-intro.ts';
import { createIntroType } from '../create-intro-type.ts';
import { discardIntroRevision } from '../discard-intro-revision.ts';
import { editIntro, versionedIntro } from '../edit-intro.ts';
import { editIntroType, versionedIntroType } from '../edit-intro-type.ts';
import { orderIntros, orderIntroTypes } from '../order-introductions.ts';
import { presentIntro, presentIntroType } from '../present.ts';
import { allIntroTypes } from '../queries.ts';
import { removeIntro } from '../remove-intro.ts';
import { removeIntroType } from '../remove-intro-type.ts';
import { keyOf, publicationOf, publishedAtOf, textOf } from '../rules.ts';
import { intros, introTypes } from '../tables.ts';

const showTypes = async (db: Executor, now: Date): Promise<contract.IntroTypeRow[]> => {
  const entries = await db.select({ typeId: intros.typeId, publishedAt: intros.publishedAt }).from(intros);
  const types = await allIntroTypes(db);
  return Promise.all(
    types.map(async (type) => {
      const own = entries.filter(({ typeId }) => typeId === type.id);
      const hidden = own.filter(({ publishedAt }) => publicationOf(publishedAt, now) !== 'published');
      const version = await findVersion(db, versionedIntroType(type.id));
      return { ...presentIntroType(type), version, entries: own.length, hidden: hidden.length };
    }),
  );
};

const publication = (publishedAt: Date | null, now: Date) => ({
  publication: publicationOf(publishedAt, now),
  publishedAt: publishedAt && isoTaipei(publishedAt),
});

const showType = async (db: Executor, id: number, now: Date): Promise<contract.IntroTypeDetail> => {
  const type = (await showTypes(db, now)).find((each) => each.id === id);
  if (!type) throw new Refusal('not_found');
  const entries = await db.select().from(intros).where(eq(intros.typeId, id)).orderBy(asc(intros.position));
  return {
    type,
    entries: entries.map((each) => ({
      id: each.id,
      title: textOf(each).title,
      hasRevision: each.revision !== null,
      ...publication(each.publishedAt, now),
    })),
  };
};

const showIntro = async (db: Executor, id: number, now: Date): Promise<contract.EditedIntro> => {
  const [found] = await db
    .select({ intro: intros, type: { id: introTypes.id, title: introTypes.title } })
    .from(intros)
    .innerJoin(introTypes, eq(introTypes.id, intros.typeId))
    .where(eq(intros.id, id));
  if (!found) throw new Refusal('not_found');
  return {
    ...presentIntro({ ...found.intro, ...textOf(found.intro) }),
    hasRevision: found.intro.revision !== null,
    type: found.type,
    version: await findVersion(db, versionedIntro(id)),
    ...publication(found.intro.publishedAt, now),
  };
};

const typeRoutes: OfficeRoutes = (serve, { db }) => {
  serve(contract.introTypeList, ({ now }) => showTypes(db, now));
  serve(contract.introType, ({ params: { id }, now }) => showType(db, id, now));

  serve(contract.createIntroType, ({ body: { title, src }, idempotency, actor, now }) =>
    onceOnly(db, idempotency, now, async (tx) => {
      await createIntroType(tx, { title, pictureKey: keyOf(src) }, { actor, now });
      return showTypes(tx, now);
    }),
  );

  serve(contract.editIntroType, ({ params: { id }, body: { title, src, version }, actor, now }) =>
    inTransaction(db, async (tx) => {
      await editIntroType(tx, { id, version, title, pictureKey: keyOf(src) }, { actor, now });
      return showTypes(tx, now);
    }),
  );

  serve(contract.orderIntroTypes, ({ body, actor, now }) =>
    inTransaction(db, async (tx) => {
      await orderIntroTypes(tx, body, { actor, now });
      return showTypes(tx, now);
    }),
  );

  serve(contract.removeIntroType, ({ params, actor, now }) =>
    inTransaction(db, async (tx) => {
      await removeIntroType(tx, params, { actor, now });
      return showTypes(tx, now);
    }),
  );
};

export const introOfficeRoutes: OfficeRoutes = (serve, services, app) => {
  const { db } = services;
  typeRoutes(serve, services, app);

  serve(contract.orderIntros, ({ params: { id }, body, actor, now }) =>
    inTransaction(db, async (tx) => {
      await orderIntros(tx, { ...body, typeId: id }, { actor, now });
      return showType(tx, id, now);
    }),
  );

  serve(contract.createIntro, ({ params: { id: typeId }, body, idempotency, actor, now }) =>
    onceOnly(db, idempotency, now, async (tx) => {
      const { title, html } = body;
      const created = await createIntro(
        tx,
        { typeId, title, html, publishedAt: publishedAtOf(body, null, now) },
        { actor, now },
      );
      return showIntro(tx, created, now);
    }),
  );

  serve(contract.editedIntro, ({ params: { id }, now }) => showIntro(db, id, now));

  serve(contract.editIntro, ({ params: { id }, body, actor, now }) =>
    inTransaction(db, async (tx) => {
      await editIntro(tx, { ...body, id }, { actor, now });
      return showIntro(tx, id, now);
    }),
  );

  serve(contract.discardIntroRevision, ({ params, actor, now }) =>
    inTransaction(db, async (tx) => {
      await discardIntroRevision(tx, params, { actor, now });
      return showIntro(tx, params.id, now);
    }),
  );

  serve(contract.removeIntro, ({ params, actor, now }) =>
    inTransaction(db, async (tx) => showType(tx, await removeIntro(tx, params, { actor, now }), now)),
  );

  serve(contract.introHistory, async ({ params: { id }, now }) => {
    await showIntro(db, id, now);
    return findHistory(db, versionedIntro(id));
  });
};
