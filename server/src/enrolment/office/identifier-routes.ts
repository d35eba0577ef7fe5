import { isoTaipei } from '@portal/contract/dates';
import * as contract from '@portal/contract/office/enrolment';
import { maskIdentity } from '../../accounts/people/mask.ts';
import { isImported } from '../../accounts/profile/release-identifier.ts';
import { findAccount, findByIdentifier, type Person } from '../../accounts/queries.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { onceOnly } from '../../platform/http/idempotency.ts';
import type { OfficeRoutes } from '../../staff/gate.ts';
import { type GivenBack, previewGiveBack } from '../on-behalf/give-back-unpaid-seats.ts';
import { recordLookUp } from '../on-behalf/record-look-up.ts';
import { releaseNumber } from '../on-behalf/release-number.ts';

const presentHolder = (person: Person, seats: GivenBack): contract.Holder => ({
  id: person.id,
  country: person.country,
  name: person.chineseName ?? person.englishName ?? maskIdentity(person.account),
  identity: maskIdentity(person.account),
  organization: person.organization,
  createdAt: isoTaipei(person.createdAt),
  isMailboxConfirmed: person.emailConfirmedAt !== null,
  isSuspended: person.suspendedAt !== null,
  isImported: isImported(person),
  seats,
});

export const identifierOfficeRoutes: OfficeRoutes = (serve, { db }) => {
  serve(contract.findHolder, ({ body: { number }, actor, now }) =>
    inTransaction(db, async (tx) => {
      const found = await findByIdentifier(tx, number);
      const accountId = found?.accountId ?? null;
      await recordLookUp(tx, { action: 'person.find_holder', number, accountId }, { actor, now });
      if (accountId === null) return { holder: null };
      const person = await findAccount(tx, accountId);
      return { holder: presentHolder(person, await previewGiveBack(tx, person.id, now)) };
    }),
  );

  serve(contract.releaseNumber, ({ body, actor, idempotency, now }) =>
    onceOnly(db, idempotency, now, async (tx) => {
      const { accountId: id, seats } = await releaseNumber(tx, body, { actor, now });
      return { id, seats };
    }),
  );
};
