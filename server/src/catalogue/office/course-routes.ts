import * as contract from '@portal/contract/office/catalogue';
import { findHistory } from '../../audit/history.ts';
import { findVersion } from '../../audit/version.ts';
import { type Database, type Executor, inTransaction } from '../../platform/database/database.ts';
import { cleanHtml } from '../../platform/http/html.ts';
import { onceOnly } from '../../platform/http/idempotency.ts';
import type { OfficeRoutes } from '../../staff/gate.ts';
import { addCourse } from '../courses/add-course.ts';
import { allCertificateKinds, courseRows, type FoundCourse, findCourse } from '../courses/course-queries.ts';
import { editCourse, versionedCourse } from '../courses/edit-course.ts';

const presentCourse = (
  { course, kind, subjects, requires, documents }: FoundCourse,
  version: number,
): contract.Course => ({
  id: course.id,
  version,
  code: course.code,
  name: course.chineseName,
  kind,
  hours: course.hours,
  attendanceMinimum: course.attendanceMinimum,
  fee: course.fee,
  limitNumber: course.limitNumber,
  paymentDays: course.paymentDays,
  html: cleanHtml(course.html),
  paidHtml: cleanHtml(course.paidHtml),
  info: cleanHtml(course.info ?? ''),
  subjects: subjects.map(({ id, name, kind: part, fullScore, passScore }) => ({
    ...{ id, name, kind: part, fullScore, passScore },
  })),
  requires,
  documents: documents.map(({ id, name, hint, required }) => ({ id, name, hint, required })),
});

const showCourse = async (db: Executor, id: number): Promise<contract.Course> =>
  presentCourse(await findCourse(db, id), await findVersion(db, versionedCourse(id)));

export const courseOfficeRoutes: OfficeRoutes = (serve, { db }: { db: Database }) => {
  serve(contract.courseList, () => courseRows(db));
  serve(contract.certificateKindList, () => allCertificateKinds(db));
  serve(contract.course, ({ params: { id } }) => showCourse(db, id));

  serve(contract.createCourse, ({ body, idempotency, actor, now }) =>
    onceOnly(db, idempotency, now, async (tx) => showCourse(tx, await addCourse(tx, body, { actor, now }))),
  );

  serve(contract.editCourse, async ({ params: { id }, body, actor, now }) => {
    await inTransaction(db, (tx) => editCourse(tx, { ...body, id }, { actor, now }));
    return showCourse(db, id);
  });

  serve(contract.courseHistory, async ({ params: { id } }) => {
    await findCourse(db, id);
    return findHistory(db, { subject: 'course', id });
  });
};
