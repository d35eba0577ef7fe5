const START_LENGTH = 12;
const RECORD_LENGTH = 16;

interface FontTable {
  readonly start: number;
  readonly length: number;
}

/** Where a table lies in a TTF or OTF file. `font` may be the beginning of the file alone. */
export const findTable = (font: Buffer, tag: string): FontTable | undefined => {
  const count = font.readUInt16BE(4);
  const records = Array.from({ length: count }, (_, at) => START_LENGTH + at * RECORD_LENGTH);
  const record = records.find((at) => font.toString('latin1', at, at + 4) === tag);
  if (record === undefined) return undefined;
  return { start: font.readUInt32BE(record + 8), length: font.readUInt32BE(record + 12) };
};
