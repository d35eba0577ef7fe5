import { Notice } from '@portal/kit/ui/notice.tsx';
import { useQuery } from '@tanstack/react-query';
import { matchPath } from 'react-router';
import { classQuery } from '../catalogue/api/get-class.ts';
import { paths } from '../platform/paths.ts';
import { loginPageText as text } from '../text/zh-TW/login-page.ts';

export const classOfEnrolment = (address: string): string | null => {
  const [pathname = ''] = address.split(/[?#]/);
  const found =
    matchPath(paths.personalEnrolment.pattern, pathname) ?? matchPath(paths.groupEnrolment.pattern, pathname);
  return found?.params.code ?? null;
};

export const LoginPurpose = ({ from }: { from: string }) => {
  const code = classOfEnrolment(from);
  return code === null ? <Notice>{text.thenContinue}</Notice> : <ThenEnrol code={code} />;
};

const ThenEnrol = ({ code }: { code: string }) => {
  const { data } = useQuery(classQuery(code));
  return <Notice>{data ? text.thenEnrol(data.name, data.code) : text.thenContinue}</Notice>;
};
