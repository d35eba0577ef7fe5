import type { Credential } from '@portal/contract/office/staff';
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { and, eq, lt, or } from 'drizzle-orm';
import type { Database, Executor, Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { keepChallenge, type Question, takeChallenge } from '../sign-in/challenges.ts';
import { countPasskey } from '../sign-in/passkey-budget.ts';
import { staffPasskeys } from '../tables.ts';
import { officeName } from './office-name.ts';

export interface PasskeySite {
  readonly origin: string;
  readonly rpId: string;
}

/** Loaded when somebody first uses a passkey, because it takes 25 MB. */
const library = () => import('@simplewebauthn/server');

/** EdDSA, ES256 and RS256. The library would add ML-DSA-44, which Node supports as an experiment only. */
const ALGORITHMS = [-8, -7, -257];

const transportsOf = (texts: readonly string[]) => texts as AuthenticatorTransport[];

const passkeysOf = (db: Executor, staffId: number) =>
  db.select().from(staffPasskeys).where(eq(staffPasskeys.staffId, staffId));

interface Owner {
  readonly staffId: number;
  readonly name: string;
  readonly email: string;
}

/** The authenticator verifies the user. */
export const askForNewPasskey = async (
  db: Database,
  { staffId, name, email }: Owner,
  { site, now }: { site: PasskeySite; now: Date },
) => {
  const { generateRegistrationOptions } = await library();
  const known = await passkeysOf(db, staffId);
  const options = await generateRegistrationOptions({
    rpName: await officeName(db),
    rpID: site.rpId,
    userName: email,
    userDisplayName: name,
    userID: Buffer.from(`staff:${staffId}`),
    attestationType: 'none',
    excludeCredentials: known.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports: transportsOf(transports),
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  });
  await keepChallenge(db, { purpose: 'register', staffId }, options.challenge, now);
  return { ...options };
};

const askAuthenticator = async (
  rpID: string,
  known: readonly { credentialId: string; transports: readonly string[] }[],
) => {
  const { generateAuthenticationOptions } = await library();
  const options = await generateAuthenticationOptions({
    rpID,
    userVerification: 'required',
    allowCredentials: known.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports: transportsOf(transports),
    })),
  });
  return { ...options };
};

/** Asks the signed-in person for a passkey of theirs. */
export const askForPasskey = async (
  db: Database,
  staffId: number,
  { site, now }: { site: PasskeySite; now: Date },
) => {
  const options = await askAuthenticator(site.rpId, await passkeysOf(db, staffId));
  await keepChallenge(db, { purpose: 'confirm', staffId }, options.challenge, now);
  return options;
};

/** Anybody may ask: each question counts as a failed attempt until it is answered. */
export const askForSignIn = async (
  db: Database,
  { site, address, now }: { site: PasskeySite; address: string; now: Date },
) => {
  const options = await askAuthenticator(site.rpId, []);
  await countPasskey(db, { challenge: options.challenge, address, now }, async () => false);
  await keepChallenge(db, { purpose: 'sign_in', staffId: null }, options.challenge, now);
  return options;
};

const refusePasskey = (): never => {
  throw new Refusal('passkey_refused');
};

interface PasskeyAnswer {
  readonly credential: Credential;
  readonly site: PasskeySite;
  readonly now: Date;
}

export const readNewPasskey = async (
  db: Executor,
  staffId: number,
  { credential, site, now }: PasskeyAnswer,
) => {
  const { verifyRegistrationResponse } = await library();
  const question = { purpose: 'register', staffId } as const;
  const expectedChallenge = await takeChallenge(db, question, credential.response.clientDataJSON, now);
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: credential as unknown as RegistrationResponseJSON,
    expectedChallenge,
    expectedOrigin: site.origin,
    expectedRPID: site.rpId,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(refusePasskey);
  if (!verified) return refusePasskey();
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
  return {
    credentialId: id,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports: [...transports],
  };
};

/** A signature counter that does not increase means a cloned authenticator; some never count. */
const incrementVersion = async (tx: Executor, id: number, counter: number, now: Date): Promise<boolean> => {
  const counted = await tx
    .update(staffPasskeys)
    .set({ counter, lastUsedAt: now })
    .where(
      and(eq(staffPasskeys.id, id), or(lt(staffPasskeys.counter, counter), eq(staffPasskeys.counter, 0))),
    )
    .returning({ id: staffPasskeys.id });
  return counted.length > 0;
};

/** Uses up the challenge in any case. */
export const readPasskey = async (
  db: Database,
  question: Question,
  { credential, site, now }: PasskeyAnswer,
): Promise<{ staffId: number; use(tx: Tx): Promise<void> }> => {
  const { verifyAuthenticationResponse } = await library();
  const expectedChallenge = await takeChallenge(db, question, credential.response.clientDataJSON, now);
  const [known] = await db.select().from(staffPasskeys).where(eq(staffPasskeys.credentialId, credential.id));
  const isOwn = question.staffId === null || known?.staffId === question.staffId;
  if (!known || !isOwn) return refusePasskey();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: credential as unknown as AuthenticationResponseJSON,
    expectedChallenge,
    expectedOrigin: site.origin,
    expectedRPID: site.rpId,
    credential: {
      id: known.credentialId,
      publicKey: new Uint8Array(Buffer.from(known.publicKey, 'base64url')),
      counter: known.counter,
      transports: transportsOf(known.transports),
    },
  }).catch(refusePasskey);
  if (!verified) return refusePasskey();
  return {
    staffId: known.staffId,
    use: async (tx) => {
      if (!(await incrementVersion(tx, known.id, authenticationInfo.newCounter, now))) refusePasskey();
    },
  };
};
