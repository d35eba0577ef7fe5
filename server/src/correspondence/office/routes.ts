import * as contract from '@portal/contract/office/correspondence';
import { listExporter } from '../../audit/export-list.ts';
import { type Database, inTransaction } from '../../platform/database/database.ts';
import { narrowScope } from '../../platform/database/list.ts';
import { Refusal } from '../../platform/errors.ts';
import { onceOnly } from '../../platform/http/idempotency.ts';
import type { Staff } from '../../staff/actors.ts';
import type { OfficeRoutes } from '../../staff/gate.ts';
import { mayExportLists, scopeOfStaff } from '../../staff/policy.ts';
import { exportScope } from '../../staff/scope.ts';
import { mailCells, mailHeads } from '../mail-cells.ts';
import { type MailListRow, mailsList } from '../mails-list.ts';
import { messageClass, previewMessage } from '../message-class.ts';
import { presentMail, presentMailRow, type Writing } from '../present.ts';
import { countLaterMails, findMail, findRegistrationOf } from '../queries.ts';
import { sendMailAgain } from '../send-mail-again.ts';
import { settleMail } from '../settle-mail.ts';
import { showLetter } from '../show-letter.ts';

const showMail = async (db: Database, key: string, actor: Staff, writing: Writing) => {
  const found = await findMail(db, key, actor);
  if (!found) throw new Refusal('not_found');
  const [registrationId, later] = await Promise.all([
    findRegistrationOf(db, found.mail),
    countLaterMails(db, found.mail),
  ]);
  return presentMail(found, { key, around: { registrationId, later }, writing, actor });
};

const mailRoutes =
  (writing: Writing): OfficeRoutes =>
  (serve, { db }) => {
    const { letters } = writing;
    const exportList = listExporter(db);

    serve(contract.mailList, async ({ query: { state, ...query }, actor, read }) => {
      const scope = narrowScope(scopeOfStaff(actor, 'mail.read'), query.organization);
      const page = await read((from) =>
        mailsList.page(from, { ...query, ...(state && { [state]: 1 }) }, scope),
      );
      return { ...page, rows: page.rows.map((row) => presentMailRow(row, writing)) };
    });

    serve(contract.exportMails, async ({ body: { format, ...filter }, actor, now, read }) => {
      if (!mayExportLists(actor)) throw new Refusal('forbidden');
      const scope = exportScope(actor, 'mail.read', filter.organization);
      const { state, ...query } = filter;
      const file = {
        list: mailsList,
        name: '信件',
        heads: mailHeads,
        cells: mailCells(writing),
        people: { of: 'account', id: ({ personId }: MailListRow) => personId } as const,
      };
      const asked = { format, filter, query: { ...query, ...(state && { [state]: 1 }) } };
      return exportList({ ...file, ...asked, scope, within: scope }, { actor, now, read });
    });

    serve(contract.mail, ({ params: { id }, actor }) => showMail(db, id, actor, writing));

    serve(contract.sendMailAgain, async ({ params: { id }, idempotency, actor, now }) => {
      await onceOnly(db, idempotency, now, (tx) => sendMailAgain(tx, { key: id, letters }, { actor, now }));
      return showMail(db, id, actor, writing);
    });

    serve(contract.settleMail, async ({ params: { id }, actor, now }) => {
      await inTransaction(db, (tx) => settleMail(tx, { key: id, letters }, { actor, now }));
      return showMail(db, id, actor, writing);
    });
  };

const messageRoutes =
  ({ letters, publicUrl }: Writing): OfficeRoutes =>
  (serve, { db }) => {
    serve(contract.previewMessage, async ({ params: { id }, body, actor }) => {
      const { mail, ...counts } = await previewMessage(db, { ...body, classId: id }, actor);
      const { subject, parts } = showLetter(
        letters,
        { template: mail.letter.template, data: mail.data },
        publicUrl(),
      ) ?? { subject: '', parts: [] };
      return { ...counts, subject, parts };
    });

    serve(contract.sendMessage, async ({ params: { id }, body, idempotency, actor, now }) => {
      await onceOnly(db, idempotency, now, (tx) =>
        messageClass(tx, { ...body, classId: id }, { actor, now }),
      );
      return { recipients: body.recipients };
    });
  };

export const correspondenceOfficeRoutes =
  (writing: Writing): OfficeRoutes =>
  (...args) => {
    for (const register of [mailRoutes(writing), messageRoutes(writing)]) register(...args);
  };
