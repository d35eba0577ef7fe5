import { saveScores as endpoint } from '@portal/contract/office/training';
import { call } from '../../platform/call.ts';

export interface TypedScore {
  readonly registrationId: number;
  readonly subjectId: number;
  readonly score: number | null;
  readonly version: number;
}

export const saveScores = (classId: number, cells: readonly TypedScore[]) =>
  call(endpoint, { params: { id: classId }, body: { cells: [...cells] } });
