import { createHash } from 'node:crypto';
import { STATEMENT_COLUMNS, type StatementShape } from '@portal/contract/office/statement-shape';
import { STATEMENT_LINES } from '@portal/contract/office/statements';
import { readSheetOrRefuse } from '../platform/read-sheet.ts';
import type { SheetFault, SheetRows } from '../platform/sheet-rows.ts';

const refusals = {
  old_excel: 'statement_old_excel',
  web_page: 'statement_web_page',
  unreadable: 'statement_unreadable',
  too_many_rows: 'statement_too_many_lines',
} as const satisfies Record<SheetFault, string>;

export const readStatementRows = (
  bytes: Uint8Array,
  shape?: Pick<StatementShape, 'encoding' | 'separator'>,
): Promise<SheetRows> =>
  readSheetOrRefuse(
    bytes,
    {
      maxRows: STATEMENT_LINES,
      maxColumns: STATEMENT_COLUMNS,
      encoding: shape?.encoding,
      separator: shape?.separator,
    },
    refusals,
  );

export const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
