import * as contract from '@portal/contract/office/training';
import { recordHandout } from '../../audit/record-event.ts';
import { recordPeople } from '../../audit/record-people.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { exportLimit, writeExport } from '../../platform/files/export.ts';
import type { Upload } from '../../platform/http/http.ts';
import type { OfficeRoutes } from '../../staff/gate.ts';
import { findStaffClass } from '../class-of-staff.ts';
import { findAchievements, findSubjects } from '../results/achievements.ts';
import { importScores, planUpload } from '../results/import-scores.ts';
import { readScoreSheet } from '../results/read-score-sheet.ts';
import { scoreCells, scoreHeads, scoreWidths } from '../results/score-file.ts';
import { presentPlan } from '../results/score-plan.ts';
import { presentScored } from './present.ts';
import { findConfirmed } from './queries.ts';

const bytesOf = (file: Upload | null): Buffer => {
  if (!file || file.bytes.length === 0) throw new Refusal('score_file_missing');
  return file.bytes;
};

export const scoreFileRoutes: OfficeRoutes = (serve, { db }) => {
  const limit = exportLimit();

  serve(contract.downloadScores, async ({ params: { id: classId }, actor, now }) => {
    const trainingClass = await findStaffClass(db, { classId }, { actor, right: 'result.read' });
    const people = await findConfirmed(db, classId);
    if (people.length === 0) throw new Refusal('paper_empty');
    return writeExport(limit, 'xlsx', async () => {
      const subjects = await findSubjects(db, trainingClass.courseId);
      const scored = await findAchievements(db, trainingClass, people);
      const name = contract.scoreSheetName;
      const event = { actor, action: 'class.paper', subject: 'class', subjectId: classId } as const;
      await inTransaction(db, async (tx) => {
        const eventId = await recordHandout(tx, { ...event, after: { name, rows: scored.length } }, now);
        await recordPeople(tx, eventId, { of: 'account', ids: people.map(({ accountId }) => accountId) });
      });
      const rows = async function* () {
        for (const each of scored) yield scoreCells(trainingClass.code, each);
      };
      const [heads, widths] = [scoreHeads(subjects), scoreWidths(subjects)];
      return { name, fileName: `${trainingClass.code} ${name}`, heads, widths, rows: rows() };
    });
  });

  serve(contract.previewScores, async ({ params: { id: classId }, file, actor, now }) => {
    await findStaffClass(db, { classId }, { actor, right: 'result.write' });
    const { rows } = await readScoreSheet(bytesOf(file));
    return presentPlan(await planUpload(db, { classId, rows }, { actor, now }));
  });

  serve(contract.importScores, async ({ params: { id: classId }, body, file, actor, now }) => {
    const trainingClass = await findStaffClass(db, { classId }, { actor, right: 'result.write' });
    const { rows } = await readScoreSheet(bytesOf(file));
    const upload = { classId, rows, ...body };
    const done = await inTransaction(db, (tx) => importScores(tx, upload, { actor, now }));
    const people = await findAchievements(db, trainingClass, await findConfirmed(db, classId));
    return { ...done, people: people.map((each) => presentScored(each, trainingClass)) };
  });
};
