import * as contract from '@portal/contract/training';
import { Refusal } from '../platform/errors.ts';
import { pageForm } from '../platform/pages.ts';
import type { Room } from '../platform/services.ts';
import { presentScores, presentTrainingRecord } from './present.ts';
import { findScores, findTrainingRecords } from './queries.ts';

export const trainingRoutes: Room = (serve, { db }) => {
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
};
