import { today } from '@portal/contract/dates';
import { type ClassFileKey, classFileParts } from '@portal/contract/office/class-file';
import { registerCells, registerHeads } from '../../certificates/register/register-cells.ts';
import { registerList } from '../../certificates/register/register-list.ts';
import { mailCells, mailHeads } from '../../correspondence/mail-cells.ts';
import { mailsList } from '../../correspondence/mails-list.ts';
import type { LetterBook } from '../../mail/letters.ts';
import { renderPaper } from '../../papers/render-paper.ts';
import type { Executor } from '../../platform/database/database.ts';
import { readFrom } from '../../platform/database/replica.ts';
import { Refusal } from '../../platform/errors.ts';
import { type Cell, type ColumnFormat, sheetBytes } from '../../platform/files/export.ts';
import type { Staff } from '../../staff/actors.ts';
import { orderPaper } from '../../training/attendance/class-papers.ts';
import { findStaffClass, type StaffClass } from '../../training/class-of-staff.ts';
import { registrationSheet } from '../office/present-registration.ts';
import { registrationsList } from '../registrations-list.ts';
import { findDocumentSheet, findPaymentSheet, type SheetContent } from './class-sheets.ts';

export interface PartContext {
  readonly actor: Staff;
  readonly now: Date;
  readonly publicUrl: string;
  readonly letters: LetterBook;
}

interface Part {
  readonly extension: 'pdf' | 'xlsx';
  readonly bytes: Uint8Array;
  /** Null for a paper. */
  readonly rows: number | null;
}

type MakePart = (db: Executor, trainingClass: StaffClass, context: PartContext) => Promise<Part>;

const paperPart =
  (paper: 'roster' | 'sign_in' | 'scores'): MakePart =>
  async (db, trainingClass, { now }) => {
    const bytes = await renderPaper(await orderPaper(db, { trainingClass, paper }, now));
    return { extension: 'pdf', bytes, rows: null };
  };

const sheetPart =
  (name: string, find: (...args: Parameters<MakePart>) => Promise<SheetContent>): MakePart =>
  async (...args) => {
    const { heads, formats, rows } = await find(...args);
    if (rows.length === 0) throw new Refusal('class_file_empty');
    async function* each() {
      yield* rows;
    }
    return {
      extension: 'xlsx',
      bytes: await sheetBytes('xlsx', { name, heads, ...(formats && { formats }), rows: each() }),
      rows: rows.length,
    };
  };

interface Listed<Row> {
  readonly heads: readonly string[];
  readonly formats?: readonly (ColumnFormat | undefined)[];
  readonly parts: AsyncIterable<readonly Row[]>;
  readonly cells: (row: Row) => readonly Cell[];
}

/** Makes the sheet that the office exports from the list of the class. */
const contentOf = async <Row>({ parts, cells, ...head }: Listed<Row>): Promise<SheetContent> => {
  const rows: (readonly Cell[])[] = [];
  for await (const part of parts) rows.push(...part.map(cells));
  return { ...head, rows };
};

const makers: Readonly<Record<ClassFileKey, MakePart>> = {
  roster: paperPart('roster'),
  sign_in: paperPart('sign_in'),
  scores: paperPart('scores'),
  registrations: sheetPart('報名名單', (db, { code, organizationId }) =>
    contentOf({
      ...registrationSheet(false),
      parts: registrationsList.parts(readFrom(db), { class: code, sort: 'createdAt' }, [organizationId]),
    }),
  ),
  certificates: sheetPart('證照清冊', (db, { code, organizationId }, { now }) =>
    contentOf({
      heads: registerHeads,
      parts: registerList.parts(readFrom(db), { class: code, sort: 'issuedOn' }, [organizationId]),
      cells: registerCells(today(now)),
    }),
  ),
  payments: sheetPart('繳費明細', (db, { id }) => findPaymentSheet(db, id)),
  documents: sheetPart('報名文件清單', (db, { id }) => findDocumentSheet(db, id)),
  mails: sheetPart('信件紀錄', (db, { code, organizationId }, { letters, publicUrl }) =>
    contentOf({
      heads: mailHeads,
      parts: mailsList.parts(readFrom(db), { class: code, sort: 'createdAt' }, [organizationId]),
      cells: mailCells({ letters, publicUrl: () => publicUrl }),
    }),
  ),
};

/** Throws if the caller may not read it, or if there is nothing in it. */
export const makePart = async (
  db: Executor,
  { classId, key }: { classId: number; key: ClassFileKey },
  context: PartContext,
): Promise<Part> => {
  const { right } = classFileParts[key];
  const trainingClass = await findStaffClass(db, { classId }, { actor: context.actor, right }).catch(
    (error: unknown) => {
      throw error instanceof Refusal ? new Refusal('class_file_forbidden') : error;
    },
  );
  return makers[key](db, trainingClass, context);
};
