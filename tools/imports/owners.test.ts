import { expect, test } from 'vitest';
import { foreignWrites } from './owners.mjs';

const imports = "import { mails as letters } from '../mail/tables.ts';\n";

test.each([
  ['an insertion', 'await tx.insert(letters).values(row);'],
  ['an update, on several lines', 'await tx.update(\n  letters,\n).set(row);'],
  ['a deletion', 'await tx.delete(letters);'],
  ['an insertion in SQL', `sql\`insert into \${letters} (id) values (1)\``],
  ['an update in SQL', `sql\`update \${letters} set id = 1\``],
])('%s into the table of another module is found, with its line', (_what, write) => {
  const source = `${imports}${write}`;
  expect(foreignWrites('server/src/enrolment/x.ts', source)).toEqual([
    expect.stringMatching(/^server\/src\/enrolment\/x\.ts:2 writes mails, a table of mail\n/),
  ]);
  expect(foreignWrites('server/src/mail/x.ts', source.replace('../mail', '.'))).toEqual([]);
});

test.each([
  ['a read', 'server/src/enrolment/x.ts', `${imports}await tx.select().from(letters);`],
  ['a test', 'server/src/enrolment/x.test.ts', `${imports}await tx.delete(letters);`],
  [
    'a writer of the table of exceptions',
    'server/src/enrolment/seats/seats.ts',
    "import { classes } from '../../classes/tables.ts';\nawait tx.update(classes).set(row);",
  ],
])('%s is allowed', (_what, file, source) => {
  expect(foreignWrites(file, source)).toEqual([]);
});
