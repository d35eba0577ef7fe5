import * as contract from '@portal/contract/training';
import type { TraineeRoutes } from '../accounts/gate.ts';
import { findClassHtml, findPublicClass } from '../catalogue/queries.ts';
import { findOwnGroup } from '../groups/queries.ts';
import { Refusal } from '../platform/errors.ts';
import { pageForm } from '../platform/http/pages.ts';
import { serverKey } from '../platform/server-key.ts';
import { CHECK_IN_KEY } from './attendance/check-in.ts';
import { checkInCode } from './attendance/check-in-code.ts';
import { presentClassRoster, presentScores, presentTrainingRecord } from './present.ts';
import { findGroupTraining, findOwnRegistration, findScores, findTrainingRecords } from './queries.ts';

export const trainingRoutes: TraineeRoutes = (serve, { db }) => {
  serve(contract.trainingRecords, async ({ query, actor: { accountId }, now }) => {
    const { type, num, page, organization = '', trainclass = '' } = query;
    const { rows, total } = await findTrainingRecords(
      db,
      { accountId, organization, trainclass, num, page },
      now,
    );
    const data = rows.map(presentTrainingRecord);
    if (type === 'Normal') return data;
    const parameters = { type, num: String(num), organization, trainclass };
    return pageForm(data, total, { path: contract.trainingRecords.path, parameters, page, num });
  });

  serve(contract.scores, async ({ params: { code }, actor: { accountId }, now }) => {
    const found = await findScores(db, { code, accountId }, now);
    if (!found) throw new Refusal('scores_not_found');
    return presentScores(found);
  });

  serve(contract.checkInCode, async ({ params: { code }, actor: { accountId } }) => {
    const found = await findOwnRegistration(db, { code, accountId });
    if (!found) throw new Refusal('registration_unknown');
    if (found.state !== 'confirmed') throw new Refusal('check_in_unconfirmed');
    return { code: checkInCode(found.id, await serverKey(db, CHECK_IN_KEY)) };
  });

  serve(contract.groupClassRoster, async ({ params, actor: { accountId }, now }) => {
    const group = await findOwnGroup(db, { code: params.GroupCode, accountId });
    if (!group) throw new Refusal('group_not_found');
    const trainingClass = await findPublicClass(db, params.code);
    if (!trainingClass) throw new Refusal('class_not_found');
    const [html, rows] = await Promise.all([
      findClassHtml(db, trainingClass.id),
      findGroupTraining(db, { classId: trainingClass.id, groupId: group.id }),
    ]);
    return presentClassRoster({ group, trainingClass, html, rows }, accountId, now);
  });
};
