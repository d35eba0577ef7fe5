import * as contract from '@portal/contract/office/enrolment';
import { confirmPhone } from '../../accounts/profile/confirm-phone.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { OfficeRoutes } from '../../staff/gate.ts';
import { setMailbox } from '../on-behalf/set-mailbox.ts';
import { requireRegistration } from '../require-registration.ts';
import { showRegistrationPage } from './registration-page.ts';
import { findFullRegistration } from './registration-queries.ts';

export const personOfficeRoutes: OfficeRoutes = (serve, { db }) => {
  serve(contract.setMailbox, async ({ body, actor, now }) => ({
    id: await inTransaction(db, (tx) => setMailbox(tx, body, { actor, now })),
  }));

  serve(contract.confirmPhone, async ({ params: { id }, body: { phone }, actor, now }) => {
    await inTransaction(db, async (tx) => {
      await requireRegistration(tx, id, { actor, right: 'person.edit' });
      const found = await findFullRegistration(tx, id, actor);
      if (!found) throw new Refusal('registration_unknown');
      await confirmPhone(tx, { accountId: found.account.id, phone }, { actor, now });
    });
    return showRegistrationPage(db, id, actor, now);
  });
};
