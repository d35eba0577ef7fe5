import { Readable } from 'node:stream';
import { today } from '@portal/contract/dates';
import * as contract from '@portal/contract/group-certificates';
import { asc } from 'drizzle-orm';
import type { TraineeRoutes } from '../../accounts/gate.ts';
import { certificateKinds } from '../../catalogue/tables.ts';
import { type ManagedGroup, requireManager, requireMember } from '../../groups/policy.ts';
import { findOwnGroup } from '../../groups/queries.ts';
import { renderPaper } from '../../papers/render-paper.ts';
import { type Executor, inTransaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { exportLimit, writeExport } from '../../platform/files/export.ts';
import { Download } from '../../platform/http/download.ts';
import { findMatrix, findOwnMatrix } from './matrix.ts';
import { findOpenClasses } from './open-classes.ts';
import { presentGroupCertificates, presentOpenClass, presentOwnCertificates } from './present.ts';
import { setNeeds } from './set-needs.ts';
import { orderTodaysPaper, sheetHeads, sheetRows, sheetWidths } from './today-texts.ts';

interface MatrixRequest {
  readonly params: { readonly GroupCode: string };
  readonly actor: { readonly accountId: number };
}

const findManaged = async (
  db: Executor,
  { params: { GroupCode: code }, actor: { accountId } }: MatrixRequest,
): Promise<ManagedGroup> => requireManager(await findOwnGroup(db, { code, accountId }));

const fileNameOf = ({ group }: contract.GroupCertificates, day: string): string =>
  `${group.name} 證照 ${day}`;

const fileRoutes: TraineeRoutes = (serve, { db }) => {
  const limit = exportLimit();
  const showToday = async (group: ManagedGroup, now: Date) => {
    const day = today(now);
    const shown = presentGroupCertificates(group, await findMatrix(db, group.id, now), day);
    if (shown.kinds.length === 0) throw new Refusal('needs_missing');
    return { shown, day, fileName: fileNameOf(shown, day) };
  };

  serve(contract.groupCertificateSheet, async (asked) => {
    const group = await findManaged(db, asked);
    return writeExport(limit, 'xlsx', async () => {
      const { shown, day, fileName } = await showToday(group, asked.now);
      const rows = Readable.from(sheetRows(shown, day), { objectMode: true });
      return { name: `證照 ${day}`, fileName, heads: sheetHeads(shown), widths: sheetWidths(shown), rows };
    });
  });

  serve(contract.groupCertificatePaper, async (asked) => {
    const group = await findManaged(db, asked);
    return limit(async () => {
      const { shown, day, fileName } = await showToday(group, asked.now);
      const pdf = await renderPaper(orderTodaysPaper(shown, day));
      return new Download(Readable.from([Buffer.from(pdf)]), {
        type: 'application/pdf',
        name: `${fileName}.pdf`,
      });
    });
  });
};

const matrixRoutes: TraineeRoutes = (serve, { db }) => {
  const show = async (group: ManagedGroup, now: Date) =>
    presentGroupCertificates(group, await findMatrix(db, group.id, now), today(now));

  serve(contract.groupCertificates, async (asked) => show(await findManaged(db, asked), asked.now));

  serve(contract.ownGroupCertificates, async ({ params: { GroupCode: code }, actor: { accountId }, now }) => {
    const { id: groupId } = requireMember(await findOwnGroup(db, { code, accountId }));
    return presentOwnCertificates(await findOwnMatrix(db, { groupId, accountId }, now), today(now));
  });

  serve(contract.certificateKindsForGroup, async (asked) => {
    await findManaged(db, asked);
    const { id, name } = certificateKinds;
    return db.select({ id, name }).from(certificateKinds).orderBy(asc(id));
  });

  serve(contract.setGroupNeeds, async (asked) => {
    const { body, actor, now } = asked;
    const group = await findManaged(db, asked);
    await inTransaction(db, (tx) => setNeeds(tx, { group, ...body }, { actor, now }));
    return show(group, now);
  });

  serve(contract.classesForNeed, async (asked) => {
    const { id: groupId } = await findManaged(db, asked);
    const wanted = { kindId: asked.query.kind, groupId };
    return (await findOpenClasses(db, wanted, asked.now)).map(presentOpenClass);
  });
};

export const groupCertificateRoutes: TraineeRoutes = (...args) => {
  for (const register of [matrixRoutes, fileRoutes]) register(...args);
};
