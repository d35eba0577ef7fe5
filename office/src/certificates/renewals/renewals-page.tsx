import { ListPage } from '../../lists/list-page.tsx';
import { CertificatesNav } from '../certificates-nav.tsx';
import { renewalsList } from './renewals-list.tsx';

export const RenewalsPage = () => <ListPage list={renewalsList} nav={<CertificatesNav />} />;
