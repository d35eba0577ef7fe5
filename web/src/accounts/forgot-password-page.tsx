import { usePageTitle } from '@portal/kit/browser/page-title.ts';
import { common } from '@portal/kit/text/zh-TW/common.ts';
import { Breadcrumbs } from '@portal/kit/ui/breadcrumbs.tsx';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '../platform/paths.ts';
import { forgottenText as text } from '../text/zh-TW/forgotten-password.ts';
import { ForgotPasswordForm } from './forgot-password-form.tsx';
import { ResetPasswordForm } from './reset-password-form.tsx';

/** /ForgetPassword: asks for the mail; opened by the link of the mail, it takes the new password. */
export const ForgotPasswordPage = () => {
  const token = useToken();
  const { title } = token === null ? text : text.reset;
  usePageTitle(title);
  return (
    <>
      <Breadcrumbs items={[{ label: common.home, to: paths.home.to() }, { label: title }]} />
      <div className="mx-auto max-w-lg rounded-xl border border-line bg-surface p-5 shadow-card sm:px-8 sm:py-6">
        <h1 className="mb-1">{title}</h1>
        {token === null ? <ForgotPasswordForm /> : <ResetPasswordForm key={token} token={token} />}
      </div>
    </>
  );
};

const keptToken = (state: unknown): string | null =>
  typeof state === 'object' && state !== null && 'token' in state && typeof state.token === 'string'
    ? state.token
    : null;

/**
 * The secret of the link. It leaves the address at once, so that it stands in no history and no referrer; kept with the
 * entry of the history it survives a reload.
 */
const useToken = (): string | null => {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const brought = new URLSearchParams(search).get('token');
  useEffect(() => {
    if (brought !== null) navigate(paths.forgotPassword.to(), { replace: true, state: { token: brought } });
  }, [brought, navigate]);
  return brought ?? keptToken(state);
};
