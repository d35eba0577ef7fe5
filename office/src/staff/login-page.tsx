import type { OfficeSession, Stage } from '@portal/contract/office/session';
import { usePageTitle } from '@portal/kit/browser/page-title.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { paths } from '../platform/paths.ts';
import { sessionQuery } from '../platform/session.ts';
import { frameText } from '../text/zh-TW/frame.ts';
import { staffText } from '../text/zh-TW/staff.ts';
import { CodeForm } from './code-form.tsx';
import { PasswordForm } from './password-form.tsx';
import { SetUpNotice } from './set-up-notice.tsx';

/** Where somebody was on the way to; only pages of the office count. */
const wayOn = (state: unknown): string => {
  const from = state && typeof state === 'object' && 'from' in state ? state.from : null;
  return typeof from === 'string' && from.startsWith('/') ? from : paths.today;
};

const steps: Record<Exclude<Stage, 'in'>, { title: string; form: (session: OfficeSession) => ReactNode }> = {
  secondFactor: { title: staffText.secondFactor.title, form: () => <CodeForm /> },
  setUp: { title: staffText.setUp.title, form: () => <SetUpNotice /> },
};

export const LoginPage = () => {
  const { data: session } = useQuery(sessionQuery);
  const { state } = useLocation();
  if (session?.stage === 'in') return <Navigate replace to={wayOn(state)} />;
  if (!session) {
    return (
      <Box title={staffText.signIn.title}>
        <PasswordForm />
      </Box>
    );
  }
  const { title, form } = steps[session.stage];
  return <Box title={title}>{form(session)}</Box>;
};

const Box = ({ title, children }: { title: string; children: ReactNode }) => {
  usePageTitle(title);
  return (
    <main className="mx-auto max-w-md px-4 py-12">
      <p className="font-bold text-sea-800">{frameText.office}</p>
      <h1 className="mt-1">{title}</h1>
      <div className="mt-6 rounded-lg border border-line bg-surface p-6 shadow-card">{children}</div>
    </main>
  );
};
