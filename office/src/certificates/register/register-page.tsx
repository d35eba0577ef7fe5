import { ListPage } from '../../lists/list-page.tsx';
import { CertificatesNav } from '../certificates-nav.tsx';
import { registerOfCertificates } from './register-list.tsx';

export const RegisterPage = () => <ListPage list={registerOfCertificates} nav={<CertificatesNav />} />;
