import { PageTabs } from '../platform/page-tabs.tsx';
import { paths } from '../platform/paths.ts';
import { bannersText } from '../text/zh-TW/banners.ts';
import { contentText as text } from '../text/zh-TW/content.ts';

const tabs = [
  { name: text.due.overview, to: paths.content.to() },
  { name: bannersText.title, to: paths.banners.to() },
  { name: text.intros.title, to: paths.introTypes.to() },
  { name: text.pages.title, to: paths.sitePages.to() },
  { name: text.footer.title, to: paths.footer.to() },
  { name: text.pictures.title, to: paths.pictures.to() },
];

export const ContentNav = () => <PageTabs label={text.nav} tabs={tabs} />;
