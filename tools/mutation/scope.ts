import { glob } from 'node:fs/promises';
import { ROOT } from './copy.ts';

/* The modules that are tried: rules, states, policies and operations, and the platform that every call goes through. */

const ROOMS = [
  ...['accounts', 'audit', 'catalogue', 'certificates', 'classes', 'content', 'correspondence', 'documents'],
  ...['enrolment', 'groups', 'money', 'payment', 'privacy', 'reports', 'staff', 'statements', 'training'],
];

const OTHERS = [
  ...['mail/delivery', 'mail/queue', 'mail/states', 'mail/worker', 'platform/errors'],
  ...[
    'connections',
    'headers',
    'health',
    'html',
    'http',
    'idempotency',
    'limit',
    'prepared',
    'slow-bodies',
  ].map((name) => `platform/http/${name}`),
];

const OUTSIDE = /\.(test|d)\.ts$|[/-](routes|letters)\.ts$|[/-]present[^/]*\.ts$|\/(tables|event-texts)\.ts$/;

/** They show what is stored; `test/rights` tries the scope of each office call. */
const READS = /[/-](queries|list)\.ts$|\/reports\/(?!policy|rules)/;
const READING = [
  'correspondence/mail-cells',
  'correspondence/show-letter',
  'privacy/count-export',
  'privacy/own-data',
];

/** They run in a process or a thread of their own, where no mutant is switched on. */
const IN_CHILDREN = [
  ...['clean-child', 'clean-heic', 'clean-pdf'].map((name) => `documents/cleaning/${name}`),
  'statements/statement-worker',
];

const fileOf = (module: string): string => `server/src/${module}.ts`;
const [reading, inChildren] = [new Set(READING.map(fileOf)), new Set(IN_CHILDREN.map(fileOf))];

/** The modules that are named one by one. */
export const NAMED: readonly string[] = [...OTHERS, ...READING, ...IN_CHILDREN].map(fileOf);

/** `withReads`: also modules that only read. */
export const filesInScope = async (withReads: boolean): Promise<string[]> => {
  const patterns = [...ROOMS.map((room) => `server/src/${room}/**/*.ts`), ...OTHERS.map(fileOf)];
  const files: string[] = [];
  for await (const file of glob(patterns, { cwd: ROOT })) {
    const onlyReads = READS.test(file) || reading.has(file);
    if (!OUTSIDE.test(file) && !inChildren.has(file) && (withReads || !onlyReads)) files.push(file);
  }
  return files.sort();
};
