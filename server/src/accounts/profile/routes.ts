import * as contract from '@portal/contract/accounts';
import * as personForm from '@portal/contract/person-form';
import { Refusal } from '../../platform/errors.ts';
import type { TraineeRoutes } from '../gate.ts';
import { recordView } from '../people/record-view.ts';
import { presentUser, sentFields } from '../present.ts';
import { findPhotoOwner } from '../queries.ts';
import { logSecurityEvent, securityLog } from '../sign-in/security-log.ts';
import { findShownUser } from './shown-user.ts';
import { updateProfile } from './update-profile.ts';

export const profileRoutes: TraineeRoutes = (serve, services) => {
  const { db, files, log } = services;
  const withSecurityLog = securityLog(services);

  serve(personForm.updateProfile, async ({ actor, body, file, address, now }) => {
    const photo = file?.bytes ?? null;
    const fields = await withSecurityLog('profile.change', { address, ...actor }, () =>
      updateProfile(services, { form: body, photo }, { actor, session: actor, address, now }),
    );
    if (fields.some((field) => field === 'email' || field === 'passportNo')) {
      logSecurityEvent(log, { event: 'contact.change', outcome: 'ok', address, accountId: actor.accountId });
    }
    return presentUser(await findShownUser(db, actor), sentFields(body));
  });

  serve(contract.photo, async ({ actor, params, now }) => {
    // An invalid key gets the same answer as one without access.
    const key = `photos/${params.key}`;
    const owner = /^photos\/[A-Za-z0-9_-]{1,100}$/.test(key) ? await findPhotoOwner(db, actor, key) : null;
    const bytes = owner === null ? null : await files.read(key);
    if (owner === null || !bytes) throw new Refusal('not_found');
    await recordView(db, { viewerId: actor.accountId, viewedId: owner, what: 'photo' }, now);
    return bytes;
  });
};
