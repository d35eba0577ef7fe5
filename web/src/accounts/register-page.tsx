import { paths } from '../app/paths.ts';
import { usePageTitle } from '../platform/page-title.ts';
import { useBack } from '../platform/use-back.ts';
import { common } from '../text/zh-TW/common.ts';
import { registrationText as text } from '../text/zh-TW/registration.ts';
import { Breadcrumbs } from '../ui/breadcrumbs.tsx';
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
