import { PageTabs } from '../platform/page-tabs.tsx';
import { paths } from '../platform/paths.ts';
import { useMay } from '../platform/session.ts';
import { certificatesNavText as text } from '../text/zh-TW/register.ts';

export const CertificatesNav = () => {
  const mayReview = useMay('renewal.review');
  const tabs = [
    { name: text.toIssue, to: paths.certificates.to() },
    ...(mayReview ? [{ name: text.renewals, to: paths.renewals.to() }] : []),
    { name: text.register, to: paths.register.to() },
  ];
  return <PageTabs label={text.nav} tabs={tabs} />;
};
