import { Page } from '../platform/page.tsx';
import { contentText as text } from '../text/zh-TW/content.ts';
import { ContentNav } from './content-nav.tsx';
import { DueContent } from './due-content.tsx';

export const ContentPage = () => (
  <Page lead={text.lead} nav={<ContentNav />} title={text.title}>
    <DueContent />
  </Page>
);
