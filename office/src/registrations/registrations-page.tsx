import { ListPage } from '../lists/list-page.tsx';
import { registrationsList } from './registrations-list.tsx';

/** 報名名單. */
export const RegistrationsPage = () => <ListPage list={registrationsList} />;
