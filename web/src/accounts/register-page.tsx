import { usePageTitle } from '@portal/kit/browser/page-title.ts';
import { useBack } from '@portal/kit/browser/use-back.ts';
import { common } from '@portal/kit/text/zh-TW/common.ts';
import { Breadcrumbs } from '@portal/kit/ui/breadcrumbs.tsx';
import { paths } from '../platform/paths.ts';
import { registrationText as text } from '../text/zh-TW/registration.ts';
import { RegisterForm } from './register-form.tsx';

/** /Register. Once somebody has joined, the guard opens the page that they came for, home otherwise. */
export const RegisterPage = () => {
  usePageTitle(text.title);
  const back = useBack(paths.home.to());
  return (
    <>
      <Breadcrumbs items={[{ label: common.home, to: paths.home.to() }, { label: text.title }]} />
      <h1>{text.title}</h1>
      <p className="mt-1 mb-4 text-ink-soft">{text.requiredLegend}</p>
      <RegisterForm onCancel={back} />
    </>
  );
};
