import { logout, photo, renewSession as renewCall } from '@portal/contract/accounts';
import { enrol } from '@portal/contract/enrolment';
import { cities } from '@portal/contract/lookups';
import { sendPasswordCode } from '@portal/contract/passwords';
import type { FastifyRequest } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildAccount, logIn } from '../../test/factories/account.ts';
import { Refusal } from '../platform/errors.ts';
import { proveTrainee } from './actors.ts';
import { traineeGate } from './gate.ts';
import { renewSession } from './sign-in/renew-session.ts';
import { hashToken } from './sign-in/sessions.ts';

interface Caller {
  readonly accountId: number;
  readonly token: string;
}

let portal: TestPortal;
let callers: readonly (Caller | { readonly token: string | null })[];

const build = async (overrides?: Parameters<typeof buildAccount>[1]): Promise<Caller> => {
  const account = await buildAccount(portal.db, overrides);
  return { accountId: account.id, token: await logIn(portal.db, account) };
};

/** The former token of a session that was just renewed. */
const buildRenewed = async (): Promise<Caller> => {
  const caller = await build();
  const actor = {
    ...caller,
    tokenHash: hashToken(caller.token),
    state: true,
    hasDefaultPassword: false,
    hasMailbox: true,
  };
  const renewal = { key: 'key', client: { device: null, network: null } };
  await renewSession(portal.db, renewal, { actor: proveTrainee(actor), now: NOW });
  return caller;
};

beforeAll(async () => {
  portal = await openTestPortal();
  callers = [
    { token: null },
    { token: 'ended' },
    await buildRenewed(),
    await build({ passwordIsBirthday: true }),
    await build({ email: null, emailConfirmedAt: null }),
    await build(),
    await build({ passwordIsBirthday: true, email: null }),
  ];
});
afterAll(() => portal.close());

type Admitted = Parameters<ReturnType<typeof traineeGate>>[1];

/** `guest`, `own`, or the code of the refusal. */
const admit = async (caller: (typeof callers)[number], endpoint: Admitted): Promise<string> => {
  const headers = caller.token === null ? {} : { authorization: `Bearer ${caller.token}` };
  try {
    const { actor, owner } = await traineeGate(portal.db)({ headers } as FastifyRequest, endpoint, NOW);
    if (!actor) return owner;
    return 'accountId' in caller && owner === `account:${caller.accountId}` ? 'own' : owner;
  } catch (error) {
    return error instanceof Refusal ? error.code : 'a failure';
  }
};

const [ended, incomplete, branch] = ['session_ended', 'profile_incomplete', 'branch_sets_mailbox'];

test.each<[string, Admitted, string[]]>([
  ['a public call', cities, ['guest', ended, ended, 'guest', 'own', 'own', 'guest']],
  [
    'a public call that takes an ended token',
    logout,
    ['guest', 'guest', 'guest', 'own', 'own', 'own', 'own'],
  ],
  ['the renewal', renewCall, [ended, ended, 'own', 'own', 'own', 'own', 'own']],
  ['a call for a first password', sendPasswordCode, [ended, ended, ended, 'own', 'own', 'own', branch]],
  ['a call with a session', photo, [ended, ended, ended, incomplete, 'own', 'own', incomplete]],
  ['a call of a trainee', enrol, [ended, ended, ended, incomplete, incomplete, 'own', incomplete]],
])(
  '%s admits guest, ended token, renewed token, default password, incomplete and complete profile, and default password without a mailbox, as it should',
  async (_, endpoint, expected) => {
    const admitted = [];
    for (const caller of callers) admitted.push(await admit(caller, endpoint));
    expect(admitted).toEqual(expected);
  },
);
