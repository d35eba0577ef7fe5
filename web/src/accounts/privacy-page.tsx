import { usePageTitle } from '@portal/kit/browser/page-title.ts';
import { common } from '@portal/kit/text/zh-TW/common.ts';
import { Breadcrumbs } from '@portal/kit/ui/breadcrumbs.tsx';
import { paths } from '../platform/paths.ts';
import { privacyText as text } from '../text/zh-TW/privacy.ts';
import { PrivacyNotice } from './privacy-notice.tsx';

/** /Privacy. */
export const PrivacyPage = () => {
  usePageTitle(text.title);
  return (
    <>
      <Breadcrumbs items={[{ label: common.home, to: paths.home.to() }, { label: text.title }]} />
      <h1 className="mb-4">{text.title}</h1>
      <div className="max-w-3xl rounded-xl border border-line bg-surface p-4 shadow-card sm:p-6">
        <PrivacyNotice />
      </div>
    </>
  );
};
