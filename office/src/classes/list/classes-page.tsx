import { ButtonLink } from '@portal/kit/ui/button.tsx';
import { ListPage } from '../../lists/list-page.tsx';
import { paths } from '../../platform/paths.ts';
import { useMay } from '../../platform/session.ts';
import { classFormText } from '../../text/zh-TW/class-form.ts';
import { overdueText } from '../../text/zh-TW/overdue.ts';
import { classesList } from './classes-list.tsx';

export const ClassesPage = () => {
  const [mayWrite, mayRead] = [useMay('class.write'), useMay('person.read')];
  return (
    <ListPage list={classesList}>
      {mayRead && <ButtonLink to={paths.overdue.to()}>{overdueText.title}</ButtonLink>}
      {mayWrite && (
        <ButtonLink to={paths.newClass.to()} variant="primary">
          {classFormText.newTitle}
        </ButtonLink>
      )}
    </ListPage>
  );
};
