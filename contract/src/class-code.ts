import * as z from 'zod/mini';
import { searchText } from './fields.ts';
import { CODE } from './primitives.ts';

const unknownClass = '查無此課程';

export const classCode = z.string({ error: unknownClass }).check(z.regex(CODE, { error: unknownClass }));

/** A code that cannot exist is answered like an unknown class. */
export const saysUnknownClass = z.refine(() => false, {
  path: ['Class'],
  error: unknownClass,
  when: ({ issues }) =>
    issues.some(({ path }) => path === undefined || path[0] === undefined || path[0] === 'code'),
});

export const ClassCode = z.object({ code: classCode }, { error: unknownClass }).check(saysUnknownClass);

/** The code of a group that the caller manages. An empty code selects no group. */
export const GroupQuery = z.object({ group: z.optional(searchText(40)) });
