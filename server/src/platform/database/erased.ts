import { getTableName, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

/** The effect of erasing a person on the rows of one table. */
export interface ErasedPart {
  readonly table: string;
  readonly how: 'deleted' | 'emptied' | 'masked';
  readonly rows: number;
}

/** Stands where a text about the person stood. */
export const ERASED_TEXT = '（已刪除）';

export const erasedPart = (
  table: PgTable,
  how: ErasedPart['how'],
  { rowCount }: { readonly rowCount: number | null },
): ErasedPart => ({ table: getTableName(table), how, rows: rowCount ?? 0 });

/** The text of a column without the words. */
export const replaceWords = (column: SQLWrapper, words: readonly string[]): SQL =>
  words.reduce((text, word) => sql`replace(${text}, ${word}::text, ${ERASED_TEXT}::text)`, sql`${column}`);

export const containsWord = (column: SQLWrapper, words: readonly string[]): SQL =>
  sql`exists (select from unnest(${sql.param([...words])}::text[]) as word where position(word in ${column}) > 0)`;
