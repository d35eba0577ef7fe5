import { ButtonLink } from '@portal/kit/ui/button.tsx';
import { ListPage } from '../../lists/list-page.tsx';
import { paths } from '../../platform/paths.ts';
import { incidentsText as text } from '../../text/zh-TW/incidents.ts';
import { PrivacyNav } from '../privacy-nav.tsx';
import { incidentsList } from './incidents-list.tsx';

export const IncidentsPage = () => (
  <ListPage list={incidentsList} nav={<PrivacyNav />}>
    <ButtonLink to={paths.newIncident.to()}>{text.form.open}</ButtonLink>
  </ListPage>
);
