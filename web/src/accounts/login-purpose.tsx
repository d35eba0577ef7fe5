import { Notice } from '@portal/kit/ui/notice.tsx';
import { useQuery } from '@tanstack/react-query';
import { classQuery } from '../catalogue/api/get-class.ts';
import { classOfEnrolment } from '../platform/return-address.ts';
import { loginPageText as text } from '../text/zh-TW/login-page.ts';

export const LoginPurpose = ({ from }: { from: string }) => {
  const code = classOfEnrolment(from);
  return code === null ? <Notice>{text.thenContinue}</Notice> : <ThenEnrol code={code} />;
};

const ThenEnrol = ({ code }: { code: string }) => {
  const { data } = useQuery(classQuery(code));
  return <Notice>{data ? text.thenEnrol(data.name, data.code) : text.thenContinue}</Notice>;
};
