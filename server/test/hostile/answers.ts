import { refusals } from '@portal/contract/errors';
import { expect } from 'vitest';
import * as z from 'zod/mini';
import { portalHeaders } from '../../src/site/policies.ts';

/* Requirements of every answer to an attack. */

const texts = z.record(z.string(), z.array(z.string().check(z.minLength(1))).check(z.minLength(1)));
const code = z.enum(Object.keys(refusals));
const RefusalForm = z.strictObject({
  code,
  message: z.string(),
  errors: z.optional(texts),
  codes: z.optional(z.record(z.string(), z.array(code))),
  newer: z.optional(z.record(z.string(), z.unknown())),
});

/** Names of formats that our texts contain, and endings of file names that they quote. */
const ownWords =
  /JPE?G|PNG|SVG|WebP|HEIC|PDF|XLSX|CSV|Word|Excel|PowerPoint|OpenDocument|NT\$|MB|「[a-z]+」/g;
const leaks =
  /\bat [\w.<>]+ \(|node_modules|\.ts\b|\/src\/|SQLSTATE|\bselect\b|\binsert\b|FST_|ECONN|Error\b/i;

const expectOwnWords = (text: string) => {
  expect(text).toMatch(/\p{sc=Han}/u);
  expect(text.replace(ownWords, '')).not.toMatch(/[A-Za-z]{3,}/);
};

/** An answer, however it was transported. */
export interface Answer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

interface Refused {
  readonly message: string;
  readonly errors?: Record<string, string[]> | undefined;
}

/** Expects a refusal with one of these statuses, in the agreed form: Chinese texts, all headers, no internal details. */
export const expectRefusal = (
  answer: Answer,
  statuses: readonly number[] = [400, 401, 403, 404, 409, 413, 415, 422, 429],
): Refused => {
  expect(statuses, answer.body.slice(0, 500)).toContain(answer.statusCode);
  expect(answer.headers).toMatchObject({ ...portalHeaders, 'cache-control': 'no-store' });
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer.body).not.toMatch(leaks);
  const refused = RefusalForm.parse(JSON.parse(answer.body));
  for (const text of [refused.message, ...Object.values(refused.errors ?? {}).flat()]) expectOwnWords(text);
  return refused;
};

/** Files of people have stricter headers than pages. */
const headersOf = ({ headers }: Answer) =>
  headers['content-disposition'] === undefined || headers['cache-control'] !== 'no-store'
    ? portalHeaders
    : { ...portalHeaders, 'content-security-policy': "default-src 'none'; sandbox" };

/** Expects an answer of the contract for odd but valid input, or a refusal in the agreed form. */
export const expectForm = (answer: Answer): void => {
  if (answer.statusCode === 200 || answer.statusCode === 202)
    expect(answer.headers).toMatchObject(headersOf(answer));
  else expectRefusal(answer);
};
