import * as contract from '@portal/contract/certificates';
import type { TraineeRoutes } from '../../accounts/gate.ts';
import { readAside } from '../../platform/database/replica.ts';
import { cacheFor, type PreparedAnswer, prepareJson, sendPrepared } from '../../platform/http/prepared.ts';
import { findVerified } from './find-verified.ts';
import { publishedKeys } from './keys.ts';
import { makeStatusList } from './status-list.ts';

/** In seconds: all servers follow a change within two. */
const CACHE_SECONDS = 1;
/** In seconds, of browsers and proxies. */
const MAX_AGE = 60;

/** Public calls: a certificate by its number, and the keys and the status list for checks without network. */
export const verificationRoutes: TraineeRoutes = (serve, services, app) => {
  const { db, clock } = services;
  serve(contract.verifyCertificate, ({ params: { code }, address, now, read }) =>
    findVerified({ db, read }, { number: code, address, now }),
  );

  const answers = cacheFor<PreparedAnswer>(CACHE_SECONDS);
  const documents = {
    '/.well-known/certificate-keys.json': async () => ({ keys: await readAside(services, publishedKeys) }),
    '/.well-known/certificate-status.json': (now: Date) =>
      readAside(services, (from) => makeStatusList(from, now)),
  };
  for (const [path, make] of Object.entries(documents)) {
    app.get(path, async (request, reply) => {
      const now = clock();
      const answer = await answers(path, now, async () => prepareJson(await make(now), MAX_AGE));
      return sendPrepared(request, reply, answer);
    });
  }
};
