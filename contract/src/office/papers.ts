import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { TrainedClass } from './attendance.ts';
import { ExportedFile } from './list.ts';

const paperKinds = ['roster', 'sign_in', 'scores'] as const;
export const PaperKind = z.enum(paperKinds, { error: '請選擇文件' });
export type PaperKind = z.infer<typeof PaperKind>;

export const paperNames: Readonly<Record<PaperKind, string>> = {
  roster: '學員名冊',
  sign_in: '簽到表',
  scores: '成績冊',
};

export const classPaper = endpoint({
  method: 'POST',
  path: '/api/office/classes/:id/papers',
  access: 'registration.read',
  summary: '課程文件 PDF：學員名冊、各半日簽到表、成績冊；每次下載皆留下紀錄',
  params: TrainedClass,
  body: z.object({ paper: PaperKind }),
  answer: ExportedFile,
  refusals: ['class_not_found', 'paper_empty', 'paper_no_sessions'],
});
