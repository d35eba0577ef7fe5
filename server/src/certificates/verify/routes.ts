import * as contract from '@portal/contract/certificates';
import type { TraineeRoutes } from '../../accounts/gate.ts';
import { cacheFor, type PreparedAnswer, prepareJson, sendPrepared } from '../../platform/http/prepared.ts';
import { findVerified } from './find-verified.ts';
import { publishedKeys } from './keys.ts';
import { makeStatusList } from './status-list.ts';

const CACHE_SECONDS = 60;

/** Public calls: a certificate by its number, and the keys and the status list for checks without network. */
export const verificationRoutes: TraineeRoutes = (serve, { db, clock }, app) => {
  serve(contract.verifyCertificate, ({ params: { code }, address, now }) =>
    findVerified(db, { number: code, address, now }),
  );

  const answers = cacheFor<PreparedAnswer>(CACHE_SECONDS);
  const documents = {
    '/.well-known/certificate-keys.json': async () => ({ keys: await publishedKeys(db) }),
    '/.well-known/certificate-status.json': (now: Date) => makeStatusList(db, now),
  };
  for (const [path, make] of Object.entries(documents)) {
    app.get(path, async (request, reply) => {
      const now = clock();
      const answer = await answers(path, now, async () => prepareJson(await make(now), CACHE_SECONDS, now));
      return sendPrepared(request, reply, answer);
    });
  }
};
