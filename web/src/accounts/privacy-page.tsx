import { Panel } from '@portal/kit/ui/panel.tsx';
import { Page } from '../platform/page.tsx';
import { privacyText as text } from '../text/zh-TW/privacy.ts';
import { PrivacyNotice } from './privacy-notice.tsx';

export const PrivacyPage = () => {
  return (
    <Page title={text.title}>
      <div className="max-w-3xl">
        <Panel>
          <PrivacyNotice />
        </Panel>
      </div>
    </Page>
  );
};
