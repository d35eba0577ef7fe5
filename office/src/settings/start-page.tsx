import { Notice } from '@portal/kit/ui/notice.tsx';
import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../platform/loaded.tsx';
import { Page } from '../platform/page.tsx';
import { setupText as text } from '../text/zh-TW/setup.ts';
import { setupQuery } from './api/get-setup.ts';
import { SettingsNav } from './settings-nav.tsx';
import { SetupSteps } from './setup-steps.tsx';
import { StarterSet } from './starter-set.tsx';

export const StartPage = () => (
  <Page lead={text.lead} nav={<SettingsNav />} title={text.title} width="narrow">
    <Loaded query={useQuery(setupQuery)}>
      {(setup) => (
        <div className="space-y-4">
          {setup.isReady && <Notice tone="success">{text.ready}</Notice>}
          <SetupSteps setup={setup} />
          <StarterSet starter={setup.starter} />
        </div>
      )}
    </Loaded>
  </Page>
);
