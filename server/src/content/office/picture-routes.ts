import * as contract from '@portal/contract/office/content';
import { Refusal } from '../../platform/errors.ts';
import type { OfficeRoutes } from '../../staff/gate.ts';
import { findUsedPictures } from '../find-used-pictures.ts';
import { mayUploadPictures } from '../policy.ts';
import { presentUsedPicture } from '../present.ts';
import { uploadPicture } from '../upload-picture.ts';

export const pictureOfficeRoutes: OfficeRoutes = (serve, services) => {
  serve(contract.usedPictures, async ({ actor }) =>
    (await findUsedPictures(services.db, actor)).map(presentUsedPicture),
  );

  serve(contract.uploadPicture, async ({ file, actor, idempotency, now }) => {
    if (!mayUploadPictures(actor)) throw new Refusal('forbidden');
    if (!file || file.bytes.length === 0) throw new Refusal('picture_missing');
    return uploadPicture(services, file.bytes, { actor, idempotency, now });
  });
};
