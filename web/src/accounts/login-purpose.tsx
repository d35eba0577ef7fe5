import { Notice } from '@portal/kit/ui/notice.tsx';
import { useQuery } from '@tanstack/react-query';
import { classQuery } from '../catalogue/api/get-class.ts';
import { hasDraftOfPerson } from '../platform/draft.ts';
import { classOfEnrolment } from '../platform/return-address.ts';
import { loginPageText as text } from '../text/zh-TW/login-page.ts';

export const LoginPurpose = ({ from }: { from: string }) => {
  const code = classOfEnrolment(from);
  if (code !== null) return <ThenEnrol code={code} />;
  return (
    <Notice>
      {text.thenContinue}
      {hasDraftOfPerson() && <p>{text.keptInput}</p>}
    </Notice>
  );
};

const ThenEnrol = ({ code }: { code: string }) => {
  const { data } = useQuery(classQuery(code));
  return <Notice>{data ? text.thenEnrol(data.name, data.code) : text.thenContinue}</Notice>;
};
