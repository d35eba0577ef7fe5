import { Page } from '../platform/page.tsx';
import { privacyText as text } from '../text/zh-TW/privacy.ts';
import { PrivacyNotice } from './privacy-notice.tsx';

export const PrivacyPage = () => {
  return (
    <Page title={text.title}>
      <div className="max-w-3xl rounded-xl border border-line bg-surface p-4 shadow-card sm:p-6">
        <PrivacyNotice />
      </div>
    </Page>
  );
};
