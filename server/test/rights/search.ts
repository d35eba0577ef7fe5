import type { Row } from './table.ts';
import { type Caller, known, type World } from './world.ts';

/* Finds personal values in an answer: whose and where. */

interface Answer {
  readonly headers: object;
  readonly rawPayload: Buffer;
}

const textOf = ({ headers, rawPayload }: Answer) => `${JSON.stringify(headers)} ${rawPayload.toString()}`;

/** Values of other people found in the answer, as `owner.email`; `shows` lists the allowed ones. */
export const secretsIn = (
  answer: Answer,
  world: World,
  caller: Caller,
  shows: Row['shows'] = {},
): string[] => {
  const text = textOf(answer);
  return known
    .filter((who) => who !== caller)
    .flatMap((who) => {
      const may = shows[caller]?.[who] ?? [];
      return Object.entries(world.secrets[who])
        .filter(([what, value]) => !may.includes(what) && !may.includes('everything') && text.includes(value))
        .map(([what]) => `${who}.${what}`);
    });
};

/** The fields of `value` in which a text stands, by their path; places in arrays are left out. */
const textsOf = (value: unknown, path: string): [path: string, text: string][] => {
  if (typeof value === 'string') return [[path, value]];
  if (Array.isArray(value)) return value.flatMap((each) => textsOf(each, path));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) =>
    textsOf(each, path === '' ? name : `${path}.${name}`),
  );
};

/** National ID numbers and the passport numbers of the factories, whoever's. */
const identityNumber = /[A-Z][12][0-9]{8}|Z?X[0-9]{8}K/;

/** The fields of an answer in which an identity number stands, but must not. */
export const misplacedNumbers = (answer: unknown, allowed: readonly string[] = []): string[] => [
  ...new Set(
    textsOf(answer, '')
      .filter(
        ([path, text]) =>
          identityNumber.test(text) && !allowed.includes(path) && !path.endsWith('access_token'),
      )
      .map(([path]) => path),
  ),
];
