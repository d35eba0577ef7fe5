import { addDays, today } from '@portal/contract/dates';
import { proveTrainee } from '../src/accounts/actors.ts';
import { findAccount } from '../src/accounts/queries.ts';
import { recordHandout } from '../src/audit/record-event.ts';
import { recordPeople } from '../src/audit/record-people.ts';
import { inTransaction, type Tx } from '../src/platform/database/database.ts';
import type { Services } from '../src/platform/services.ts';
import { createIncident } from '../src/privacy/incidents/create-incident.ts';
import { requestErasure } from '../src/privacy/request-erasure.ts';
import { recordRequest } from '../src/privacy/requests/record-request.ts';
import type { Staff } from '../src/staff/actors.ts';
import type { DemoPeople } from './load-people.ts';

interface Setting {
  readonly people: DemoPeople;
  readonly staff: Staff;
}

/** A list that was exported got lost with a laptop: its people are known, and are still to be told. */
const loadIncident = async (tx: Tx, { people: { cast }, staff }: Setting, at: Date): Promise<void> => {
  const { organizationId } = await findAccount(tx, cast.lin);
  const exported = { list: '學員名單', filter: {}, format: 'xlsx', rows: 3, identity: false };
  const event = { actor: staff, action: 'list.export', subject: 'list', after: exported } as const;
  const fileId = await recordHandout(tx, { ...event, organizationId: organizationId ?? undefined }, at);
  await recordPeople(tx, fileId, { of: 'account', ids: [cast.lin, cast.wu, cast.tsai] });
  const from = new Date(at.getTime() - 3_600_000);
  const selection = { from, until: at, staffId: null, session: null, fileId };
  const now = new Date(at.getTime() + 3_600_000);
  await createIncident(
    tx,
    {
      ...{ title: '筆記型電腦遺失', organizationId, ...selection },
      facts: '承辦人員外出時遺失筆記型電腦，其中存有匯出的學員名單。',
      data: '姓名、遮蔽的證號、會別',
      measures: '已停用該電腦的登入、變更密碼並報警。',
      contact: null,
    },
    { actor: staff, now },
  );
};

/** An incident, and two requests: a person asks for erasure, and another asked for a copy by letter. */
export const loadPrivacy = async (
  { db }: Pick<Services, 'db'>,
  { people, staff }: Setting,
  now: Date,
): Promise<void> => {
  const { cast } = people;
  const morning = (daysAgo: number) => new Date(`${addDays(today(now), -daysAgo)}T10:00:00+08:00`);
  await inTransaction(db, async (tx) => {
    const actor = proveTrainee({ accountId: cast.wu });
    await requestErasure(tx, { actor, now: morning(26) });
    const { account: number } = await findAccount(tx, cast.tsai);
    const form = {
      kind: 'access',
      requestedOn: addDays(today(now), -3),
      note: '近三年的報名與繳費紀錄',
    } as const;
    await recordRequest(tx, { number, ...form }, { actor: staff, now: morning(3) });
    await loadIncident(tx, { people, staff }, morning(2));
  });
};
