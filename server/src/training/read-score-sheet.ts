import { SUBJECTS_MAX } from '@portal/contract/office/courses';
import { SCORE_FILE_ROWS } from '@portal/contract/office/score-files';
import { readSheetOrRefuse } from '../platform/read-sheet.ts';
import type { SheetFault, SheetRows } from '../platform/sheet-rows.ts';

const refusals = {
  old_excel: 'score_file_old_excel',
  web_page: 'score_file_web_page',
  unreadable: 'score_file_unreadable',
  too_many_rows: 'score_file_too_many_rows',
} as const satisfies Record<SheetFault, string>;

const OTHERS = 20;

export const readScoreSheet = (bytes: Uint8Array): Promise<SheetRows> =>
  readSheetOrRefuse(bytes, { maxRows: SCORE_FILE_ROWS, maxColumns: SUBJECTS_MAX + OTHERS }, refusals);
