import { readable } from '@portal/contract/dates';
import { mailStateNames } from '@portal/contract/office/correspondence';
import type { Cell } from '../platform/files/export.ts';
import type { MailListRow } from './mails-list.ts';
import { presentMailRow, type Writing } from './present.ts';

export const mailHeads = ['建立時間', '主旨', '學員', '收件信箱', '課程代碼', '會別', '狀態', '寄出時間'];

export const mailCells =
  (writing: Writing) =>
  (found: MailListRow): Cell[] => {
    const row = presentMailRow(found, writing);
    return [
      readable(row.createdAt),
      row.subject,
      row.person?.name ?? null,
      row.recipient,
      row.class?.code ?? null,
      row.organization,
      mailStateNames[row.state],
      row.sentAt && readable(row.sentAt),
    ];
  };
