import { useQuery } from '@tanstack/react-query';
import { History } from '../../audit/history.tsx';
import { Loaded } from '../../platform/loaded.tsx';
import { Page } from '../../platform/page.tsx';
import { siteText as text } from '../../text/zh-TW/site.ts';
import { brandingQuery } from '../api/get-branding.ts';
import { brandingHistoryQuery } from '../api/get-branding-history.ts';
import { SettingsNav } from '../settings-nav.tsx';
import { SiteForm } from './site-form.tsx';

export const SitePage = () => (
  <Page lead={text.lead} nav={<SettingsNav />} title={text.title}>
    <Loaded query={useQuery(brandingQuery)}>{(branding) => <SiteForm branding={branding} />}</Loaded>
    <History query={useQuery(brandingHistoryQuery)} thing={{ subject: 'branding', id: 1 }} />
  </Page>
);
