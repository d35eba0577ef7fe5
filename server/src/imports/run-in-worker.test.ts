import { inflateRawSync } from 'node:zlib';
import { fieldsOf, type ImportKind, type ImportShape, importKinds } from '@portal/contract/office/imports';
import { expect, test } from 'vitest';
import { nationalId } from '../../test/factories/identity.ts';
import { csv, noLookups } from '../../test/factories/import.ts';
import { hostileSheets } from '../../test/hostile-sheets.ts';
import { Refusal } from '../platform/errors.ts';
import { readForCheck, readForPreview } from './run-in-worker.ts';

const shape: ImportShape = {
  ...{ encoding: 'utf-8', separator: ',', sheet: null, skip: 0 },
  columns: { identity: 0, chineseName: 1, birthday: 2 },
};
const rest = { kind: 'people', shape, lookups: noLookups, today: '2026-12-01' } as const;

const outcomeOf = async (reading: Promise<unknown>): Promise<string> => {
  try {
    await reading;
    return 'read';
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
};

const allowed = /^(read|import_(old_excel|web_page|protected|unreadable|too_many_rows))$/;

/** The columns of the shape, whatever they are called in the kind. */
const shapeOf = (kind: ImportKind): ImportShape => ({
  ...shape,
  columns: Object.fromEntries(Object.keys(fieldsOf(kind)).map((field, at) => [field, at])),
});

/** The reader does not know the kind: each file is read as one of them, and each kind meets many files. */
const hostileSheetsByKind = hostileSheets.map(
  ([what, make], n) => [what, importKinds[n % importKinds.length] as ImportKind, make] as const,
);

test.each(hostileSheetsByKind)(
  '%s is read or refused as %s, and the next file is read',
  async (_, kind, make) => {
    const bytes = await make();
    expect(await outcomeOf(readForCheck({ ...rest, bytes, kind, shape: shapeOf(kind) }))).toMatch(allowed);
    const preview = { bytes, kind, given: null, remembered: [] } as const;
    expect(await outcomeOf(readForPreview(preview))).toMatch(allowed);
    const next = csv([nationalId(1), '王小明', '1990-05-14']);
    expect((await readForCheck({ ...rest, bytes: next })).count).toBe(1);
  },
);

test('a cell of a hostile file becomes a text, whatever its field takes', async () => {
  const cells = [
    '=cmd|calc',
    '\u202e王小明',
    '<script>',
    `${'9'.repeat(900)}`,
    'http://example.com',
    '\u0007',
  ];
  for (const cell of cells) {
    const { slices } = await readForCheck({ ...rest, bytes: csv([nationalId(1), cell, '1990-05-14']) });
    const [row] = JSON.parse(inflateRawSync(slices[0] ?? '').toString('utf8')) as {
      verdict: string;
      data: object | null;
    }[];
    expect([cell, row?.verdict, row?.data]).toEqual([cell, 'wrong', null]);
  }
});
