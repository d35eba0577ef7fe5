import { isoTaipei } from '@portal/contract/dates';
import { actionText } from '@portal/contract/office/audit';
import * as contract from '@portal/contract/office/privacy';
import { presentActor } from '../../audit/event-texts.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { fileHeaders } from '../../platform/http/download.ts';
import { AnswerWithHeaders } from '../../platform/http/http.ts';
import type { OfficeRoutes } from '../../staff/gate.ts';
import { recordCopy } from '../copies/record-copy.ts';
import { packPersonalData } from '../export-own-data.ts';
import { findLooks, type LookRow } from '../looks/find-looks.ts';

const viewNames: Readonly<Record<string, string>> = {
  details: '團體管理員查看成員資料',
  photo: '團體管理員查看成員照片',
};

const presentLook = ({ key, at, what, file, session, ...by }: LookRow): contract.PersonLook => ({
  key,
  at: isoTaipei(new Date(at)),
  actor: presentActor(by),
  what: `${viewNames[what] ?? actionText(what)}${file === null ? '' : `：${file}`}`,
  session: session === null ? null : Number(session),
});

export const privacyPersonOfficeRoutes: OfficeRoutes = (serve, services) => {
  const { db } = services;

  serve(contract.personLooks, async ({ params: { id }, actor }) => {
    const { name, looks } = await findLooks(db, id, actor);
    return { name, looks: looks.map(presentLook) };
  });

  serve(contract.copyPersonalData, async ({ params: { id }, actor, now }) => {
    const { accountId, name } = await inTransaction(db, (tx) => recordCopy(tx, id, { actor, now }));
    const bytes = await packPersonalData(services, accountId, now);
    const headers = { 'content-type': 'application/zip', ...fileHeaders(`${name} 個人資料.zip`) };
    return new AnswerWithHeaders(bytes, headers);
  });
};
