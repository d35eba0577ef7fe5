import { buffer } from 'node:stream/consumers';
import { readableTime } from '@portal/contract/dates';
import { type ClassFileKey, classFileKeys, classFileParts } from '@portal/contract/office/class-file';
import { and, eq, sql } from 'drizzle-orm';
import { ZipFile } from 'yazl';
import { recordHandout } from '../../audit/record-event.ts';
import { recordPeople } from '../../audit/record-people.ts';
import { registrations } from '../../enrolment/tables.ts';
import { defineJob } from '../../jobs/job-kind.ts';
import { findDoneKeys } from '../../jobs/queries.ts';
import type { LetterBook } from '../../mail/letters.ts';
import type { Executor } from '../../platform/database/database.ts';
import { Refusal, refusalText } from '../../platform/errors.ts';
import { findStaffClass } from '../../training/class-of-staff.ts';
import { makePart, type PartContext } from './parts.ts';

interface ClassFileInput {
  readonly classId: number;
}

const PAPER_PARTS: readonly ClassFileKey[] = ['roster', 'sign_in', 'scores'];

/** Papers name the confirmed people, lists may name everybody who registered. */
const findPeopleIn = async (db: Executor, classId: number, part: ClassFileKey): Promise<number[]> => {
  const isOnPaper = PAPER_PARTS.includes(part) ? sql`${registrations.state} = 'confirmed'` : undefined;
  const found = await db
    .select({ accountId: registrations.accountId })
    .from(registrations)
    .where(and(eq(registrations.classId, classId), isOnPaper));
  return found.map(({ accountId }) => accountId);
};

interface Packed {
  readonly line: string;
  readonly file?: { readonly name: string; readonly bytes: Uint8Array };
}

const packPart = async (
  db: Executor,
  { classId, key, position }: { classId: number; key: ClassFileKey; position: number },
  context: PartContext,
): Promise<Packed> => {
  const { name } = classFileParts[key];
  try {
    const { extension, bytes, rows } = await makePart(db, { classId, key }, context);
    const file = `${String(position).padStart(2, '0')} ${name}.${extension}`;
    return { line: `${file}${rows === null ? '' : `　${rows} 筆`}`, file: { name: file, bytes } };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { line: `（未放入）${name}：${refusalText(error)}` };
  }
};

/** A ZIP of the parts that the caller may read, with a list of what is in it and what is not. */
const pack = (parts: readonly Packed[], heads: readonly string[], now: Date): Promise<Buffer> => {
  const zip = new ZipFile();
  const add = (name: string, bytes: Uint8Array) =>
    zip.addBuffer(Buffer.from(bytes), name, { mtime: now, compress: false });
  const lines = [...heads, '', ...parts.map(({ line }) => line), ''];
  add('00 目錄.txt', Buffer.from(`\uFEFF${lines.join('\r\n')}`));
  for (const { file } of parts) if (file) add(file.name, file.bytes);
  zip.end();
  return buffer(zip.outputStream);
};

/** The key of an item is the part of the ZIP. */
export const classFileJob = (letters: LetterBook) =>
  defineJob<ClassFileInput>({
    kind: 'class.file',
    right: 'export.list',
    step: async (tx, { input: { classId }, key }, { actor, now, publicUrl }) => {
      const part = key as ClassFileKey;
      const { rows, extension } = await makePart(
        tx,
        { classId, key: part },
        { actor, now, publicUrl, letters },
      );
      const { name } = classFileParts[part];
      const event = { actor, action: 'class.file', subject: 'class', subjectId: classId } as const;
      const after = { name, format: extension, ...(rows !== null && { rows }) };
      const eventId = await recordHandout(tx, { ...event, after }, now);
      await recordPeople(tx, eventId, { of: 'account', ids: await findPeopleIn(tx, classId, part) });
      return rows === null ? null : `${rows} 筆`;
    },
    makeFile: async (db, { input: { classId }, jobId }, { actor, now, publicUrl }) => {
      const { code, course, organization } = await findStaffClass(
        db,
        { classId },
        { actor, right: 'export.list' },
      );
      const done = await findDoneKeys(db, jobId);
      if (done.length === 0) throw new Refusal('class_file_empty');
      const parts: Packed[] = [];
      for (const [at, key] of classFileKeys.entries())
        parts.push(
          await packPart(db, { classId, key, position: at + 1 }, { actor, now, publicUrl, letters }),
        );
      const heads = [
        `班級檔案　${code}　${course}`,
        `會別：${organization}`,
        `製作時間：${readableTime(now)}　製作人：${actor.name}`,
        '證號皆已遮蔽。',
      ];
      return {
        name: `${code} 班級檔案.zip`,
        type: 'application/zip',
        bytes: await pack(parts, heads, now),
      };
    },
  });
