import { usePageTitle } from '@portal/kit/browser/page-title.ts';
import { common } from '@portal/kit/text/zh-TW/common.ts';
import { Breadcrumbs } from '@portal/kit/ui/breadcrumbs.tsx';
import { paths } from '../platform/paths.ts';
import { forgottenText as text } from '../text/zh-TW/forgotten-password.ts';
import { ForgotPasswordForm } from './forgot-password-form.tsx';
import { useLinkToken } from './link-token.ts';
import { ResetPasswordForm } from './reset-password-form.tsx';

/** Asks for the mail with a link, or for the new password if it was opened by that link. */
export const ForgotPasswordPage = () => {
  const token = useLinkToken(paths.forgotPassword.to());
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
