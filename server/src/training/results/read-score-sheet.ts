import { SUBJECTS_MAX } from '@portal/contract/office/catalogue';
import { SCORE_FILE_ROWS } from '@portal/contract/office/training';
import { Refusal } from '../../platform/errors.ts';
import { readSheetOrRefuse } from '../../platform/sheets/read-sheet.ts';
import type { SheetRows } from '../../platform/sheets/sheet-rows.ts';
import type { SheetFault } from '../../platform/sheets/unreadable.ts';

const refusals = {
  old_excel: 'score_file_old_excel',
  web_page: 'score_file_web_page',
  protected: 'score_file_protected',
  unreadable: 'score_file_unreadable',
  too_many_rows: 'score_file_too_many_rows',
} as const satisfies Record<SheetFault, string>;

const OTHER_COLUMNS = 20;

/** A row whose quotes do not close may hold the cells of others. */
const refuseBrokenRow = ({ broken }: SheetRows): void => {
  const [first] = broken;
  if (first !== undefined) throw new Refusal('score_file_broken_row', { values: { n: first + 1 } });
};

export const readScoreSheet = async (bytes: Uint8Array): Promise<SheetRows> => {
  const options = { maxRows: SCORE_FILE_ROWS, maxColumns: SUBJECTS_MAX + OTHER_COLUMNS };
  const sheet = await readSheetOrRefuse(bytes, options, refusals);
  refuseBrokenRow(sheet);
  return sheet;
};
