import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { refuse } from './fields.ts';
import { given } from './login-form.ts';
import { accountRefusals } from './refusals/accounts.ts';

export const UNDO_HOURS = 72;

const ended = accountRefusals.undo_link_ended.text;

const UndoForm = z.object({
  token: given('連結', ended).check(
    refuse((value: string) => (/^[A-Za-z0-9_-]{1,100}$/.test(value) ? null : ended)),
  ),
});

/** Empty if nothing differs. */
export const UndoPreview = z.object({
  changes: z.array(
    z.object({
      name: z.string(),
      value: z.string(),
    }),
  ),
});
export type UndoPreview = z.infer<typeof UndoPreview>;

export const previewUndo = endpoint({
  method: 'POST',
  path: '/api/contact/undo/check',
  access: 'public',
  allowsExpiredSession: true,
  summary: '以信件中的連結查看將復原的項目；不變更任何資料',
  body: UndoForm,
  allowedOnFullDisk: true,
  answer: UndoPreview,
  refusals: ['undo_link_ended'],
});

export const undoContactChange = endpoint({
  method: 'POST',
  path: '/api/contact/undo',
  access: 'public',
  allowsExpiredSession: true,
  summary: '以信件中的連結復原電子郵件與護照號碼或居留證號；所有登入隨即結束，並可設定新密碼',
  body: UndoForm,
  answer: z.object({
    message: z.string(),
    /** The token for setting a new password, as after 忘記密碼; null if an earlier change can still be undone. */
    token: z.nullable(z.string()),
  }),
  refusals: ['undo_link_ended'],
});
