import { ListPage } from '../../lists/list-page.tsx';
import { paths } from '../../platform/paths.ts';
import { classesText } from '../../text/zh-TW/classes.ts';
import { overdueRegistrations } from './overdue-list.tsx';

export const OverduePage = () => (
  <ListPage
    list={overdueRegistrations}
    under={[{ label: classesText.title, to: paths.trainingClasses.to() }]}
  />
);
