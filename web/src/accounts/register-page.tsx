import { useBack } from '@portal/kit/browser/use-back.ts';
import { Page } from '../platform/page.tsx';
import { paths } from '../platform/paths.ts';
import { registrationText as text } from '../text/zh-TW/registration.ts';
import { RegisterForm } from './register-form.tsx';

export const RegisterPage = () => {
  const back = useBack(paths.home.to());
  return (
    <Page title={text.title} lead={text.requiredLegend}>
      <RegisterForm onCancel={back} />
    </Page>
  );
};
