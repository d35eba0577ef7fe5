import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import type { Right } from '../rights.ts';
import { StartedJob } from './jobs.ts';

/* 班級檔案: all that an inspector asks for about a class, in one ZIP. */

interface ClassFilePart {
  readonly name: string;
  /** For staff without the right the part is left out, and the contents of the ZIP say so. */
  readonly right: Right;
}

/** The parts in the order of the ZIP. */
export const classFileParts = {
  roster: { name: '學員名冊', right: 'registration.read' },
  sign_in: { name: '簽到表', right: 'registration.read' },
  scores: { name: '成績冊', right: 'result.read' },
  registrations: { name: '報名名單', right: 'registration.read' },
  certificates: { name: '證照清冊', right: 'certificate.read' },
  payments: { name: '繳費明細', right: 'payment.read' },
  documents: { name: '報名文件清單', right: 'person.read' },
  mails: { name: '信件紀錄', right: 'mail.read' },
} as const satisfies Record<string, ClassFilePart>;

export type ClassFileKey = keyof typeof classFileParts;

export const classFileKeys = Object.keys(classFileParts) as ClassFileKey[];

export const makeClassFile = endpoint({
  method: 'POST',
  path: '/api/office/classes/:id/class-file',
  access: 'export.list',
  summary:
    '製作班級檔案：名冊、簽到表、成績、證照、繳費、文件清單與信件合為一份 ZIP；沒有權限的部分不放入並註明；以背景作業進行，每份皆留下紀錄',
  params: z.object({ id: z.coerce.number().check(z.int(), z.positive()) }),
  idempotencyField: 'form',
  answerStatus: 202,
  answer: StartedJob,
  refusals: ['class_not_found'],
});
