import { isoTaipei, today } from '@portal/contract/dates';
import * as contract from '@portal/contract/office/people';
import { and, eq } from 'drizzle-orm';
import { findAccount } from '../../accounts/queries.ts';
import { accounts } from '../../accounts/tables.ts';
import type { Context } from '../../audit/actor.ts';
import { findHistory } from '../../audit/history.ts';
import { isKnownTo } from '../../enrolment/on-behalf/known-people.ts';
import { type Database, type Executor, inTransaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import type { OfficeRoutes } from '../../staff/gate.ts';
import { throwIdentityBudgetSpent } from '../../staff/identity-budget.ts';
import { namePurpose } from '../page/name-purpose.ts';
import { findOpenness, requireOpen } from '../page/openness.ts';
import {
  presentCertificates,
  presentFacts,
  presentGroups,
  presentLedger,
  presentResults,
} from '../page/present.ts';
import { showIdentity } from '../page/show-identity.ts';
import { showPhoto } from '../page/show-photo.ts';
import { findCertificates, findGroups, findLedger, findResults } from '../page/tabs.ts';

const maySeeIdentity = async (db: Executor, accountId: number, actor: Staff): Promise<boolean> =>
  (await db.$count(accounts, and(eq(accounts.id, accountId), isKnownTo(actor, 'person.identity')))) > 0;

const showPerson = async (
  db: Database,
  accountId: number,
  by: Context<Staff>,
): Promise<contract.PersonDetail> => {
  const { id, name, isOpen, openUntil } = await findOpenness(db, accountId, by);
  return {
    id,
    name: name ?? '（未填姓名）',
    facts: isOpen ? presentFacts(await findAccount(db, id), by.now) : null,
    openUntil: openUntil && isoTaipei(openUntil),
    can: { identity: isOpen && (await maySeeIdentity(db, id, by.actor)) },
  };
};

const personRoutes: OfficeRoutes = (serve, { db, files }) => {
  serve(contract.personDetail, ({ params: { id }, actor, now }) => showPerson(db, id, { actor, now }));

  serve(contract.namePurpose, async ({ params: { id }, body: { purpose }, actor, now }) => {
    const isNamed = await inTransaction(db, (tx) =>
      namePurpose(tx, { accountId: id, purpose }, { actor, now }),
    );
    return isNamed ? showPerson(db, id, { actor, now }) : throwIdentityBudgetSpent();
  });

  serve(contract.personIdentity, async ({ params: { id }, actor, now }) => {
    const shown = await inTransaction(db, (tx) => showIdentity(tx, { accountId: id }, { actor, now }));
    return shown ?? throwIdentityBudgetSpent();
  });

  serve(contract.personPhoto, async ({ params: { id }, actor, now }) => {
    const key = await inTransaction(db, (tx) => showPhoto(tx, { accountId: id }, { actor, now }));
    const bytes = await files.read(key);
    if (!bytes) throw new Refusal('not_found');
    return bytes;
  });
};

const tabRoutes: OfficeRoutes = (serve, { db }) => {
  serve(contract.personLedger, async ({ params: { id }, actor }) =>
    presentLedger(await findLedger(db, id, actor)),
  );

  serve(contract.personResults, async ({ params: { id }, actor }) =>
    presentResults(await findResults(db, id, actor)),
  );

  serve(contract.personCertificates, async ({ params: { id }, actor, now }) =>
    presentCertificates(await findCertificates(db, id, { actor, now }), actor, today(now)),
  );

  serve(contract.personGroups, async ({ params: { id }, actor, now }) =>
    presentGroups(await findGroups(db, id, { actor, now })),
  );

  serve(contract.personHistory, async ({ params: { id }, actor, now }) => {
    await requireOpen(db, { accountId: id, right: 'person.read' }, { actor, now });
    return findHistory(db, { subject: 'account', id });
  });
};

export const personPageRoutes: OfficeRoutes = (...given) => {
  personRoutes(...given);
  tabRoutes(...given);
};
