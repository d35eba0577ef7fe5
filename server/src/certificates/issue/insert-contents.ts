import { randomInt } from 'node:crypto';
import { inArray } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import { digestContent } from '../content.ts';
import { certificateContents } from '../tables.ts';

const CANDIDATES = 8;
const SMALLEST_LIST_BITS = 17;
const LARGEST_LIST_BITS = 24;

/** The small sizes come first, because they keep the status list short. */
const LIST_SIZES = Array.from(
  { length: LARGEST_LIST_BITS - SMALLEST_LIST_BITS + 1 },
  (_, at) => 2 ** (SMALLEST_LIST_BITS + at),
);

/** Returns so many free places in a status list of this size, or fewer if most are taken. */
const findFreePlaces = async (tx: Tx, count: number, size: number): Promise<number[]> => {
  const drawn = new Set(Array.from({ length: CANDIDATES * count }, () => randomInt(size)));
  const taken = await tx
    .select({ place: certificateContents.statusIndex })
    .from(certificateContents)
    .where(inArray(certificateContents.statusIndex, [...drawn]));
  for (const { place } of taken) drawn.delete(place);
  return [...drawn].slice(0, count);
};

type NewContent = Omit<typeof certificateContents.$inferInsert, 'statusIndex' | 'sha256'>;

/** Inserts those whose place nobody else has taken meanwhile, and returns their certificates. */
const insertAt = async (
  tx: Tx,
  rows: readonly NewContent[],
  places: readonly number[],
): Promise<ReadonlySet<number>> => {
  const placed = places.flatMap((statusIndex, at) => {
    const row = rows[at];
    return row ? [{ ...row, statusIndex, sha256: digestContent(row.content) }] : [];
  });
  if (placed.length === 0) return new Set();
  const inserted = await tx
    .insert(certificateContents)
    .values(placed)
    .onConflictDoNothing({ target: certificateContents.statusIndex })
    .returning({ id: certificateContents.certificateId });
  return new Set(inserted.map(({ id }) => id));
};

/** Freezes the contents and gives each a place of its own in the status list. */
export const insertContents = async (tx: Tx, rows: readonly NewContent[]): Promise<void> => {
  let waiting = rows;
  for (const size of LIST_SIZES) {
    const inserted = await insertAt(tx, waiting, await findFreePlaces(tx, waiting.length, size));
    waiting = waiting.filter(({ certificateId }) => !inserted.has(certificateId));
    if (waiting.length === 0) return;
  }
  throw new Error('the status list is full');
};
