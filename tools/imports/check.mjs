#!/usr/bin/env node
// Checks every import of the repository against the table in imports.mjs.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { eventData, rules } from '../../imports.mjs';
import { deadExports } from './dead-exports.mjs';
import { foreignWrites } from './owners.mjs';
import { matches, parse, targetOf } from './paths.mjs';

const ROOT = path.join(import.meta.dirname, '../..');

/** @param {string} target @param {string[]} globs */
const allows = (target, globs) => {
  const family = /^(node|npm):/.exec(target)?.[0];
  return family ? globs.includes(`${family}*`) || globs.includes(target) : matches(target, globs);
};

/**
 * Why a file may not import a target; one sentence for each rule that forbids it.
 * @param {string} file
 * @param {string} target
 * @param {typeof rules} table
 */
export const refusals = (file, target, table = rules) =>
  table
    .filter(({ from, except }) => matches(file, from) && !matches(file, except))
    .filter(({ only, never }) => (only && !allows(target, only)) || (never && allows(target, never)))
    .map(({ because }) => because);

/** @param {string} file @param {string} source */
export const importsOf = (file, source) => {
  const { staticImports, staticExports, dynamicImports } = parse(file, source);
  const quoted = dynamicImports
    .map(({ moduleRequest: { start, end } }) => ({ start, text: source.slice(start, end) }))
    .filter(({ text }) => /^(['"]).*\1$/.test(text))
    .map(({ start, text }) => ({ start, value: text.slice(1, -1) }));
  const exported = staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest }) => moduleRequest ?? []),
  );
  return [...staticImports.map(({ moduleRequest }) => moduleRequest), ...exported, ...quoted].map(
    ({ start, value }) => ({ request: value, line: source.slice(0, start).split('\n').length }),
  );
};

const TABLES = /\b(registration_events|audit_events|registrationEvents|auditEvents)\b/;
const READ =
  /\b(?:registrationEvents\.data|auditEvents\.(?:before|after))\b|\b(?:data|before|after)\s*(?:->|@>|#>)/;

/**
 * The lines that read the data of events, in a file that may not.
 * @param {string} file
 * @param {string} source
 */
export const eventReads = (file, source) =>
  matches(file, eventData.from) && !matches(file, eventData.except) && TABLES.test(source)
    ? source.split('\n').flatMap((text, at) => (READ.test(text) ? [at + 1] : []))
    : [];

const listFiles = () =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
    .split('\n')
    .filter(Boolean);

/** @param {string} file @param {string} source */
const faultsOf = (file, source) => {
  const imports = importsOf(file, source).flatMap(({ request, line }) =>
    refusals(file, targetOf(file, request)).map(
      (because) => `${file}:${line} imports ${request}\n  ${because}`,
    ),
  );
  const reads = eventReads(file, source).map(
    (line) => `${file}:${line} reads the data of events\n  ${eventData.because}`,
  );
  return [...imports, ...reads, ...foreignWrites(file, source)];
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const sources = new Map(listFiles().map((file) => [file, readFileSync(path.join(ROOT, file), 'utf8')]));
  const faults = [
    ...[...sources].flatMap(([file, source]) => faultsOf(file, source)),
    ...deadExports(sources),
  ];
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exit(1);
}
