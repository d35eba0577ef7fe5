import * as z from 'zod/mini';
import { searchText } from './fields.ts';
import { CODE } from './primitives.ts';

const unknownClass = '查無此課程';

export const classCode = z.string({ error: unknownClass }).check(z.regex(CODE, { error: unknownClass }));

/** Says of a code that cannot be one what is said of an unknown class, where every business refusal stands too. */
export const saysUnknownClass = z.refine(() => false, {
  path: ['Class'],
  error: unknownClass,
  when: ({ issues }) =>
    issues.some(({ path }) => path === undefined || path[0] === undefined || path[0] === 'code'),
});

/** A class by its code. */
export const ClassCode = z.object({ code: classCode }, { error: unknownClass }).check(saysUnknownClass);

/** Through which group: one that the caller manages. An empty code is no group of theirs: nobody pays for another seat than meant. */
export const GroupQuery = z.object({ group: z.optional(searchText(40)) });
