import * as z from 'zod/mini';
import { refuse } from '../fields.ts';

export const wholeNumber = (label: string, least: number, most: number) => {
  const error = `${label}須為 ${least} 至 ${most} 的整數`;
  return z
    .pipe(
      z.union([z.int(), z.string().check(z.regex(/^[0-9]{1,9}$/))], {
        error: ({ input }) => (input === '' || input === undefined ? `請輸入${label}` : error),
      }),
      z.transform(Number),
    )
    .check(refuse((value: number) => (value < least || value > most ? error : null)));
};
