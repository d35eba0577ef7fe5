import { Readable } from 'node:stream';
import { classPaper, paperNames } from '@portal/contract/office/training';
import { recordHandout } from '../../audit/record-event.ts';
import { recordPeople } from '../../audit/record-people.ts';
import { renderPaper } from '../../papers/render-paper.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { Download } from '../../platform/http/download.ts';
import type { OfficeRoutes } from '../../staff/gate.ts';
import { orderPaper } from '../attendance/class-papers.ts';
import { findStaffClass } from '../class-of-staff.ts';
import { rightToPaper } from '../policy.ts';
import { findConfirmed } from './queries.ts';

export const paperRoutes: OfficeRoutes = (serve, { db }) => {
  serve(classPaper, async ({ params: { id: classId }, body: { paper }, actor, now }) => {
    const trainingClass = await findStaffClass(db, { classId }, { actor, right: rightToPaper(paper) });
    const pdf = await renderPaper(await orderPaper(db, { trainingClass, paper }, now));
    const event = { actor, action: 'class.paper', subject: 'class', subjectId: classId } as const;
    const people = await findConfirmed(db, classId);
    await inTransaction(db, async (tx) => {
      const eventId = await recordHandout(tx, { ...event, after: { name: paperNames[paper] } }, now);
      await recordPeople(tx, eventId, { of: 'account', ids: people.map(({ accountId }) => accountId) });
    });
    const name = `${trainingClass.code} ${paperNames[paper]}.pdf`;
    return new Download(Readable.from([Buffer.from(pdf)]), { type: 'application/pdf', name });
  });
};
