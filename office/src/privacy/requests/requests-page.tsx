import { ButtonLink } from '@portal/kit/ui/button.tsx';
import { ListPage } from '../../lists/list-page.tsx';
import { paths } from '../../platform/paths.ts';
import { privacyText as text } from '../../text/zh-TW/privacy.ts';
import { PrivacyNav } from '../privacy-nav.tsx';
import { requestsList } from './requests-list.tsx';

export const RequestsPage = () => (
  <ListPage list={requestsList} nav={<PrivacyNav />}>
    <ButtonLink to={paths.newPrivacyRequest.to()}>{text.record.open}</ButtonLink>
  </ListPage>
);
