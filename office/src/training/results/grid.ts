export const parsePasted = (pasted: string): string[][] =>
  pasted
    .replace(/\r\n?/g, '\n')
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => line.split('\t').map((cell) => cell.trim()));

export interface Place {
  readonly row: number;
  readonly column: number;
}

interface Size {
  readonly rows: number;
  readonly columns: number;
}

/** Leaves out cells beyond the grid. */
export const spread = (
  cells: readonly (readonly string[])[],
  from: Place,
  { rows, columns }: Size,
): (Place & { readonly typed: string })[] =>
  cells
    .flatMap((line, down) =>
      line.map((typed, right) => ({ row: from.row + down, column: from.column + right, typed })),
    )
    .filter(({ row, column }) => row < rows && column < columns);

interface Caret {
  /** The caret is before the first or after the last character, or all text is selected. */
  readonly atStart: boolean;
  readonly atEnd: boolean;
}

/** Null if the key stays in the cell or moves the caret. */
export const placeAfter = (
  key: string,
  { row, column }: Place,
  { rows, columns }: Size,
  { atStart, atEnd }: Caret,
): Place | null => {
  const moves: Readonly<Record<string, Place | null>> = {
    ArrowUp: { row: row - 1, column },
    ArrowDown: { row: row + 1, column },
    // Below the last person, the next column begins.
    Enter: row + 1 < rows ? { row: row + 1, column } : { row: 0, column: column + 1 },
    ArrowLeft: atStart ? { row, column: column - 1 } : null,
    ArrowRight: atEnd ? { row, column: column + 1 } : null,
  };
  const next = moves[key];
  if (!next || next.row < 0 || next.column < 0) return null;
  return next.row < rows && next.column < columns ? next : null;
};
