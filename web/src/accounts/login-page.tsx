import { usePageTitle } from '@portal/kit/browser/page-title.ts';
import { common } from '@portal/kit/text/zh-TW/common.ts';
import { Breadcrumbs } from '@portal/kit/ui/breadcrumbs.tsx';
import { ButtonLink } from '@portal/kit/ui/button.tsx';
import { Link, useLocation } from 'react-router';
import { paths } from '../platform/paths.ts';
import { storedReturnAddress } from '../platform/return-address.ts';
import { loginText } from '../text/zh-TW/accounts-login.ts';
import { LoginForm } from './login-form.tsx';
import { LoginPurpose } from './login-purpose.tsx';

export const LoginPage = () => {
  const { state } = useLocation();
  const from = storedReturnAddress(state);
  usePageTitle(loginText.title);
  return (
    <>
      <Breadcrumbs items={[{ label: common.home, to: paths.home.to() }, { label: loginText.title }]} />
      <div className="mx-auto max-w-md rounded-xl border border-line bg-surface p-5 shadow-card sm:px-8 sm:py-6">
        <h1 className="mb-4">{loginText.title}</h1>
        {from !== null && (
          <div className="mb-4">
            <LoginPurpose from={from} />
          </div>
        )}
        <LoginForm />
        <p className="mt-2 text-end">
          <Link
            className="inline-flex min-h-11 items-center text-sea-800 underline hover:no-underline"
            to={paths.forgotPassword.to()}
          >
            {loginText.forgotPassword}
          </Link>
        </p>
        <p className="mt-4 mb-4 flex items-center gap-4 text-ink-soft text-sm">
          <Rule />
          {loginText.nonMember}
          <Rule />
        </p>
        <ButtonLink className="w-full" state={state} to={paths.register.to()}>
          {loginText.join}
        </ButtonLink>
      </div>
    </>
  );
};

const Rule = () => <span className="flex-1 border-line border-t" />;
