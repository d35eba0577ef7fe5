import * as contract from '@portal/contract/office/classes';
import { scopeOf } from '@portal/contract/rights';
import { listExporter } from '../../audit/export-list.ts';
import { organizationIds } from '../../audit/organization-names.ts';
import { openOrganizations } from '../../catalogue/organizations/organization-queries.ts';
import { previewClass } from '../../catalogue/preview-class.ts';
import { allCourses } from '../../catalogue/queries.ts';
import { bulkResults } from '../../enrolment/bulk-results.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { onceOnly } from '../../platform/http/idempotency.ts';
import type { Staff } from '../../staff/actors.ts';
import type { OfficeRoutes } from '../../staff/gate.ts';
import { exportScope } from '../../staff/scope.ts';
import { callOffClass, previewCallOff } from '../acts/call-off-class.ts';
import { changeEnrolment } from '../acts/change-enrolment.ts';
import { draftFromClass, draftFromCourse } from '../acts/class-drafts.ts';
import { completeClass } from '../acts/complete-class.ts';
import { createClasses } from '../acts/create-classes.ts';
import { editWithSeries } from '../acts/edit-series.ts';
import { postponeClass } from '../acts/postpone-class.ts';
import { publishByStaff, unscheduleClass } from '../acts/publish-class.ts';
import { classCells, classHeads } from '../list/class-cells.ts';
import { findClassReach } from '../list/class-reach.ts';
import { classesList, inPhase } from '../list/classes-list.ts';
import { presentClassRow, showClass } from '../list/show-class.ts';
import { mayWriteClasses } from '../policy.ts';
import {
  type BankAccountChoice,
  findBankAccountChoices,
  findPossibleInstructors,
  requireClassFor,
} from '../queries.ts';

const readRoutes: OfficeRoutes = (serve, { db }) => {
  const exportList = listExporter(db);

  serve(contract.classList, async ({ query, actor, now, read }) => {
    const { organizations, reach } = await findClassReach(db, actor, query.organization);
    const asked = { ...query, ...inPhase(query.phase, now), reach };
    const page = await read((from) => classesList.page(from, asked, organizations));
    return { ...page, rows: page.rows.map(presentClassRow) };
  });

  serve(contract.exportClasses, async ({ body: { format, ...query }, actor, now, read }) => {
    const scope = exportScope(actor, 'class.read', query.organization);
    const within = await organizationIds(db, scope);
    const file = { list: classesList, name: '開課', heads: classHeads, cells: classCells, people: null };
    const asked = { ...query, ...inPhase(query.phase, now) };
    return exportList({ ...file, format, filter: query, query: asked, scope, within }, { actor, now, read });
  });

  serve(contract.officeClass, ({ params: { id }, actor, now }) => showClass(db, id, { actor, now }));

  serve(contract.classPreview, async ({ params: { id }, actor, now }) => {
    await requireClassFor(db, id, actor, 'class.read');
    return previewClass(db, id, now);
  });
};

const presentBankAccountChoice = ({ isClosed, bank, ...account }: BankAccountChoice) => ({
  ...account,
  bank: isClosed ? `${bank}（已停用）` : bank,
});

const choiceRoutes: OfficeRoutes = (serve, { db }) => {
  serve(contract.officeCourses, async ({ actor }) => {
    const scope = scopeOf(actor.grants, 'class.write');
    const [courses, organizations] = await Promise.all([allCourses(db), openOrganizations(db)]);
    return {
      courses: courses.map(({ id, code, chinese_name }) => ({ id, code, name: chinese_name })),
      organizations: organizations.filter(({ id }) => scope === 'everywhere' || scope.includes(id)),
    };
  });

  serve(contract.classChoices, async ({ query: { organization }, actor }) => {
    if (!mayWriteClasses(actor, organization)) throw new Refusal('class_organization_unknown');
    const [bankAccounts, instructors] = await Promise.all([
      findBankAccountChoices(db, organization),
      findPossibleInstructors(db, organization),
    ]);
    return { bankAccounts: bankAccounts.map(presentBankAccountChoice), instructors };
  });

  serve(contract.classFromCourse, ({ query: { organization, course }, actor }) =>
    draftFromCourse(db, { organizationId: organization, courseId: course }, actor),
  );

  serve(contract.classFromClass, ({ params: { id }, actor }) => draftFromClass(db, id, actor));

  serve(contract.createClasses, async ({ body, actor, idempotency, now }) => ({
    classes: await onceOnly(db, idempotency, now, (tx) => createClasses(tx, body, { actor, now })),
  }));
};

/** Returns a function that does the work in a transaction and answers with the class. */
const changeAndShow =
  (db: Database) =>
  async (
    { params: { id }, actor, now }: { params: { id: number }; actor: Staff; now: Date },
    work: (tx: Tx) => Promise<void>,
  ) => {
    await inTransaction(db, work);
    return showClass(db, id, { actor, now });
  };

const stepRoutes: OfficeRoutes = (serve, { db }) => {
  const change = changeAndShow(db);

  serve(contract.publishClass, (call) =>
    change(call, (tx) => publishByStaff(tx, { ...call.params, ...call.body }, call)),
  );

  serve(contract.publishClasses, async ({ body, actor, now }) => ({
    results: await bulkResults(body.classes, (seen) =>
      inTransaction(db, (tx) => publishByStaff(tx, { ...seen, at: null }, { actor, now })),
    ),
  }));

  serve(contract.unscheduleClass, (call) =>
    change(call, (tx) => unscheduleClass(tx, { ...call.params, ...call.body }, call)),
  );

  serve(contract.withdrawClass, (call) =>
    change(call, (tx) => changeEnrolment(tx, { ...call.params, ...call.body, act: 'withdraw' }, call)),
  );

  serve(contract.stopEnrolment, (call) =>
    change(call, (tx) => changeEnrolment(tx, { ...call.params, ...call.body, act: 'stop' }, call)),
  );

  serve(contract.resumeEnrolment, (call) =>
    change(call, (tx) => changeEnrolment(tx, { ...call.params, ...call.body, act: 'resume' }, call)),
  );

  serve(contract.completeClass, (call) =>
    change(call, (tx) => completeClass(tx, { ...call.params, ...call.body }, call)),
  );
};

const changeRoutes: OfficeRoutes = (serve, { db }) => {
  const change = changeAndShow(db);

  serve(contract.editClass, (call) =>
    change(call, (tx) => editWithSeries(tx, { ...call.body, ...call.params }, call)),
  );

  serve(contract.postponeClass, (call) =>
    change(call, (tx) => postponeClass(tx, { ...call.body, ...call.params }, call)),
  );

  serve(contract.callOffEffect, async ({ params: { id }, actor }) => {
    await requireClassFor(db, id, actor, 'class.publish');
    return previewCallOff(db, id);
  });

  serve(contract.callOffClass, (call) =>
    change(call, (tx) => callOffClass(tx, { ...call.body, ...call.params }, call)),
  );
};

export const classesOfficeRoutes: OfficeRoutes = (...args) => {
  for (const register of [readRoutes, choiceRoutes, stepRoutes, changeRoutes]) register(...args);
};
