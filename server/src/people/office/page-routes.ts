import { today } from '@portal/contract/dates';
import * as contract from '@portal/contract/office/people';
import { inTransaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { OfficeRoutes } from '../../staff/gate.ts';
import { throwIdentityBudgetSpent } from '../../staff/identity-budget.ts';
import { findPersonHistory } from '../page/find-person-history.ts';
import { namePurpose } from '../page/name-purpose.ts';
import { findOpenPeople, requireOpen } from '../page/openness.ts';
import { presentCertificates, presentGroups, presentLedger, presentResults } from '../page/present-person.ts';
import { showIdentity } from '../page/show-identity.ts';
import { showPerson } from '../page/show-person.ts';
import { showPhoto } from '../page/show-photo.ts';
import { findCertificates, findGroups, findLedger, findResults } from '../page/tabs.ts';

const personRoutes: OfficeRoutes = (serve, { db, files }) => {
  serve(contract.personDetail, ({ params: { id }, actor, now }) => showPerson(db, id, { actor, now }));

  serve(contract.openPeople, async ({ body: { ids }, actor, now }) => ({
    ids: await findOpenPeople(db, ids, { actor, now }),
  }));

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
    return findPersonHistory(db, id);
  });
};

export const personPageRoutes: OfficeRoutes = (...given) => {
  personRoutes(...given);
  tabRoutes(...given);
};
