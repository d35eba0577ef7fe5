import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const SOURCE = path.join(import.meta.dirname, '..');
/** The keys under which tables show somebody. */
const COLUMN = /key: '(name|person|actor|who|for|holder)',/g;
const LINK = /<(PersonNames?|ActorName|ReportPeople|PaidFor)\b/;

/** The reasons why columns show names without a link to a page. All others must have it. */
const WITHOUT_LINK: Readonly<Record<string, string>> = {
  'catalogue/bank-accounts/bank-accounts-page.tsx holder': 'holder of a bank account of the association',
  'catalogue/courses/courses-page.tsx name': 'a course',
  'catalogue/organizations/organizations-page.tsx name': 'an organisation',
  'certificates/layouts/signers-page.tsx name': 'a signer',
  'content/pages/site-pages-page.tsx name': 'a page of the site',
  'groups/certificates/certificates-tab.tsx name': 'a kind of certificate',
  'groups/groups-list.tsx name': 'a group',
  'imports/troubled-rows.tsx name': 'a row of a file',
  'people/merge/merge-page.tsx name': 'chosen here, to be opened on the next page',
  'people/page/groups-tab.tsx name': 'a group',
  'staff/factors/passkey-factors.tsx name': 'a passkey',
  'staff/members/staff-page.tsx name': 'a member of staff',
  'statements/day-sheet/day-sheet-page.tsx name': 'the payer, as the bank writes it',
  'statements/desk/certain-matches.tsx name': 'the payer, as the bank writes it',
  'statements/import/import-preview.tsx name': 'the payer, as the bank writes it',
  'training/results/corrections.tsx name': 'a row of a file',
  'training/results/upload-preview.tsx name': 'a row of a file',
};

/** The object in braces around the position. */
const objectAround = (source: string, at: number): string => {
  let depth = 0;
  for (let end = at; end < source.length; end++) {
    if (source[end] === '{') depth++;
    if (source[end] === '}' && depth-- === 0) return source.slice(at, end);
  }
  return source.slice(at);
};

/** The column, and the components of the same file that it shows. */
const shownBy = (source: string, column: string): string =>
  [...column.matchAll(/<([A-Z]\w*)/g)].reduce((text, [, component]) => {
    const start = source.indexOf(`const ${component} = `);
    return start < 0
      ? text
      : `${text}\n${source.slice(start, source.indexOf('\n};', start) + 3 || undefined)}`;
  }, column);

const columns = globSync('**/*.tsx', { cwd: SOURCE })
  .toSorted()
  .flatMap((file) => {
    const source = readFileSync(path.join(SOURCE, file), 'utf8');
    return [...source.matchAll(COLUMN)].map(({ index, 1: key }) => ({
      column: `${file} ${key}`,
      hasLink: LINK.test(shownBy(source, objectAround(source, index))),
    }));
  });

test('every column with a person leads to their page', () => {
  const lacking = columns.filter(({ hasLink }) => !hasLink).map(({ column }) => column);
  expect([...new Set(lacking)]).toEqual(Object.keys(WITHOUT_LINK));
});

test('the columns are found', () => {
  expect(columns.filter(({ hasLink }) => hasLink).length).toBeGreaterThan(12);
});
