import { PageTabs } from '../platform/page-tabs.tsx';
import { paths } from '../platform/paths.ts';
import { incidentsText } from '../text/zh-TW/incidents.ts';
import { privacyText } from '../text/zh-TW/privacy.ts';

const tabs = [
  { name: privacyText.title, to: paths.privacy.to() },
  { name: incidentsText.title, to: paths.incidents.to() },
];

export const PrivacyNav = () => <PageTabs label={privacyText.nav} tabs={tabs} />;
