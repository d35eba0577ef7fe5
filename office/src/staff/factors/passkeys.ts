import * as account from '@portal/contract/office/account';
import type { OfficeSession } from '@portal/contract/office/session';
import { CallRefused } from '@portal/kit/browser/call.ts';
import { failureText } from '@portal/kit/browser/failure-text.ts';
import { Offline } from '@portal/kit/browser/transport.ts';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser';
import { call } from '../../platform/call.ts';
import { staffText } from '../../text/zh-TW/staff.ts';

const library = () => import('@simplewebauthn/browser');

const bodyOf = (credential: AuthenticationResponseJSON | RegistrationResponseJSON) => ({
  ...credential,
  response: { ...credential.response },
});

interface Options {
  readonly challenge: string;
}

const answer = async (options: Options) => {
  const { startAuthentication } = await library();
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  return bodyOf(await startAuthentication({ optionsJSON }));
};

export const signInByPasskey = async (): Promise<OfficeSession> => {
  const credential = await answer(await call(account.askPasskeySignIn, {}));
  return call(account.passkeySignIn, { body: { credential } });
};

export const provePasskey = async (): Promise<OfficeSession> => {
  const credential = await answer(await call(account.askPasskeyProof, {}));
  return call(account.passkeyProof, { body: { credential } });
};

export const addPasskey = async (name: string): Promise<account.FactorAdded> => {
  const { startRegistration } = await library();
  const options = await call(account.beginPasskey, {});
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const credential = bodyOf(await startRegistration({ optionsJSON }));
  return call(account.addPasskey, { body: { name, credential } });
};

/** Browser errors are in English; a cancelled prompt is no error. */
export const passkeyFaultText = (error: unknown): string =>
  error instanceof CallRefused || error instanceof Offline ? failureText(error) : staffText.passkey.failed;
