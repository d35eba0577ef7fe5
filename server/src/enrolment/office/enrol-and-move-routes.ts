import * as contract from '@portal/contract/office/enrolment';
import { createPerson, hashDefaultPassword, newPersonOf } from '../../accounts/sign-up/create-person.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { onceOnly } from '../../platform/http/idempotency.ts';
import type { OfficeRoutes } from '../../staff/gate.ts';
import { APPLICANT_CODE_MINUTES } from '../on-behalf/applicant-codes.ts';
import { enrolByStaff } from '../on-behalf/enrol-by-staff.ts';
import { findApplicant, findApplicants } from '../on-behalf/find-applicants.ts';
import { identifyApplicant } from '../on-behalf/identify-applicant.ts';
import { sendApplicantCode } from '../on-behalf/send-applicant-code.ts';
import { mayReviewIn } from '../policy.ts';
import { findOrganizationOfClass } from '../queries.ts';
import { withinClassLimit } from '../seats/limit-per-class.ts';
import { moveRegistration } from '../seats/move-registration.ts';
import { presentApplicant, presentClassToEnrolIn, presentMoveTarget } from './enrol-and-move-present.ts';
import { findClassesToEnrolIn, findMoveTargets, findRegistrationToMove } from './enrol-and-move-queries.ts';
import { showRegistrationPage } from './registration-page.ts';

const enrolRoutes: OfficeRoutes = (serve, { db }) => {
  serve(contract.enrollableClasses, async ({ query: { search, organization }, actor, now }) =>
    (await findClassesToEnrolIn(db, search, { actor, now, organization })).map((found) =>
      presentClassToEnrolIn(found, now),
    ),
  );

  serve(contract.findApplicants, async ({ body: { search }, actor }) =>
    (await findApplicants(db, search, actor)).map(presentApplicant),
  );

  serve(contract.identifyApplicant, async ({ body, actor, address, now }) => {
    const accountId = await identifyApplicant(db, body, { actor, address, now });
    const found = await findApplicant(db, accountId, { actor, now });
    if (!found) throw new Refusal('applicant_mismatch');
    return presentApplicant(found);
  });

  serve(contract.sendApplicantCode, async ({ body: { number }, actor, address, now }) => {
    await sendApplicantCode(db, { number }, { actor, address, now });
    return { minutes: APPLICANT_CODE_MINUTES };
  });

  serve(contract.enrolPerson, async ({ body, actor, idempotency, now }) => {
    const id = await withinClassLimit(db, body.code, (options) =>
      onceOnly(db, idempotency, now, (tx) => enrolByStaff(tx, body, { actor, now }), options),
    );
    return showRegistrationPage(db, id, actor, now);
  });

  serve(contract.enrolNewPerson, async ({ body, actor, idempotency, now }) => {
    const passwordHash = await hashDefaultPassword(body);
    const id = await withinClassLimit(db, body.code, (options) =>
      onceOnly(
        db,
        idempotency,
        now,
        async (tx) => {
          const organizationId = await findOrganizationOfClass(tx, body.code);
          if (organizationId === null || !mayReviewIn(actor, { organizationId }))
            throw new Refusal('staff_class_unknown');
          const person = { ...newPersonOf(body), organizationId, passwordHash };
          const accountId = await createPerson(tx, person, { actor, now });
          return enrolByStaff(tx, { ...body, accountId }, { actor, now });
        },
        options,
      ),
    );
    return showRegistrationPage(db, id, actor, now);
  });
};

const moveRoutes: OfficeRoutes = (serve, { db }) => {
  serve(contract.moveTargets, async ({ params: { id }, actor, now }) => {
    const found = await findRegistrationToMove(db, id, actor);
    if (!found) throw new Refusal('not_found');
    const targets = await findMoveTargets(db, found.class, { actor, now });
    return targets.map((target) => presentMoveTarget(target, found, now));
  });

  serve(contract.moveRegistration, async ({ params: { id }, body, actor, now }) => {
    await inTransaction(db, (tx) => moveRegistration(tx, { registrationId: id, ...body }, { actor, now }));
    return showRegistrationPage(db, id, actor, now);
  });
};

export const enrolAndMoveOfficeRoutes: OfficeRoutes = (...args) => {
  for (const register of [enrolRoutes, moveRoutes]) register(...args);
};
