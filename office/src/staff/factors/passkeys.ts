import type { FactorAdded, OfficeSession } from '@portal/contract/office/staff';
import { CallRefused } from '@portal/kit/browser/call.ts';
import { failureText } from '@portal/kit/browser/failure-text.ts';
import { Offline } from '@portal/kit/browser/transport.ts';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser';
import { staffText } from '../../text/zh-TW/staff.ts';
import { sendPasskey } from '../api/add-passkey.ts';
import { askPasskeyProof } from '../api/ask-passkey-proof.ts';
import { askPasskeySignIn } from '../api/ask-passkey-sign-in.ts';
import { beginPasskey } from '../api/begin-passkey.ts';
import { sendPasskeyProof } from '../api/prove-passkey.ts';
import { sendPasskeySignIn } from '../api/sign-in-by-passkey.ts';

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
  const credential = await answer(await askPasskeySignIn());
  return sendPasskeySignIn({ credential });
};

export const provePasskey = async (): Promise<OfficeSession> => {
  const credential = await answer(await askPasskeyProof());
  return sendPasskeyProof({ credential });
};

export const addPasskey = async (name: string): Promise<FactorAdded> => {
  const { startRegistration } = await library();
  const options = await beginPasskey();
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const credential = bodyOf(await startRegistration({ optionsJSON }));
  return sendPasskey({ name, credential });
};

/** Browser errors are in English; a cancelled prompt is no error. */
export const passkeyFaultText = (error: unknown): string =>
  error instanceof CallRefused || error instanceof Offline ? failureText(error) : staffText.passkey.failed;
