import type { FactorAdded } from '@portal/contract/office/staff';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, Navigate, useLocation } from 'react-router';
import { paths } from '../../platform/paths.ts';
import { sessionQuery, useSetSession } from '../../platform/session.ts';
import { staffText } from '../../text/zh-TW/staff.ts';
import { RecoveryCodes } from '../factors/recovery-codes.tsx';
import { CodeForm } from './code-form.tsx';
import { PasswordForm } from './password-form.tsx';
import { SetUpForm } from './set-up-form.tsx';
import { SignInAsOther } from './sign-in-as-other.tsx';
import { SignInCard } from './sign-in-card.tsx';

/** Pages of the office only. */
const pageAfterLogin = (state: unknown): string => {
  const from = state && typeof state === 'object' && 'from' in state ? state.from : null;
  return typeof from === 'string' && from.startsWith('/') ? from : paths.today.to();
};

export const LoginPage = () => {
  const { data: session } = useQuery(sessionQuery);
  const setSession = useSetSession();
  const { state } = useLocation();
  // The codes are shown until they are saved.
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const add = (added: FactorAdded) => {
    setCodes(added.recoveryCodes);
    setSession(added.session);
  };

  if (codes) {
    return (
      <SignInCard title={staffText.recoveryCodes.title}>
        <RecoveryCodes codes={codes} onKept={() => setCodes(null)} />
      </SignInCard>
    );
  }
  if (session?.stage === 'in') return <Navigate replace to={pageAfterLogin(state)} />;
  if (session?.stage === 'setUp') {
    return (
      <SignInCard title={staffText.setUp.title}>
        <SetUpForm onAdded={add} />
      </SignInCard>
    );
  }
  if (session?.stage === 'secondFactor') {
    return (
      <SignInCard title={staffText.secondFactor.title}>
        <div className="space-y-4">
          <CodeForm factors={session.factors} onProved={setSession} />
          <SignInAsOther />
        </div>
      </SignInCard>
    );
  }
  return (
    <SignInCard title={staffText.signIn.title}>
      <p className="mb-4 text-ink-soft">{staffText.signIn.lead}</p>
      <PasswordForm onDone={setSession} />
      <p className="mt-4">
        <Link className="inline-flex min-h-11 items-center text-sea-800 underline" to={paths.forgotten.to()}>
          {staffText.forgotten.link}
        </Link>
      </p>
    </SignInCard>
  );
};
