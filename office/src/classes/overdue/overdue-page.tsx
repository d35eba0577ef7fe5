import { ListPage } from '../../lists/list-page.tsx';
import { overdueRegistrations } from './overdue-list.tsx';

/** 逾期未繳. */
export const OverduePage = () => <ListPage list={overdueRegistrations} />;
