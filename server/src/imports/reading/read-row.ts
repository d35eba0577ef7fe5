/* Pure. Collects the values of a row and the problems with them. */

export interface ReadRow<Data> {
  /** The values that can be imported; null if the row cannot. */
  readonly data: Data | null;
  /** Tells staff what to correct. */
  readonly problems: readonly string[];
}

/** The text of each field that has a column. */
export type Texts = Readonly<Partial<Record<string, string>>>;

/** Collects what is wrong while the values of a row are read. */
export const rowReader = (texts: Texts) => {
  const faults: string[] = [];
  const left: string[] = [];
  const textOf = (field: string): string => texts[field]?.trim() ?? '';
  return {
    textOf,
    /** The row cannot be imported. */
    fault: (text: string): null => {
      faults.push(text);
      return null;
    },
    /** The row is imported without this value. */
    leave: (label: string, why: string): null => {
      left.push(`${label}未匯入：${why}`);
      return null;
    },
    done: <Data>(data: Data): ReadRow<Data> =>
      faults.length > 0 ? { data: null, problems: faults } : { data, problems: left },
  };
};

export type RowReader = ReturnType<typeof rowReader>;
