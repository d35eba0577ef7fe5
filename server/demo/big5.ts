let table: ReadonlyMap<string, readonly [number, number]> | undefined;

/** Every character of Big5 with its two bytes: what the decoder makes of each pair. */
const makeTable = (): Map<string, readonly [number, number]> => {
  const decoder = new TextDecoder('big5');
  const pairs = new Map<string, readonly [number, number]>();
  for (let lead = 0xa1; lead <= 0xf9; lead += 1) {
    for (let trail = 0x40; trail <= 0xfe; trail += 1) {
      const text = decoder.decode(Uint8Array.of(lead, trail));
      if ([...text].length === 1 && text !== '\ufffd' && !pairs.has(text)) pairs.set(text, [lead, trail]);
    }
  }
  return pairs;
};

/** A text as banks of Taiwan write it; `?` for what Big5 does not have, as they do. */
export const encodeBig5 = (text: string): Buffer => {
  table ??= makeTable();
  const bytes: number[] = [];
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x80) bytes.push(code);
    else bytes.push(...(table.get(character) ?? [0x3f]));
  }
  return Buffer.from(bytes);
};
