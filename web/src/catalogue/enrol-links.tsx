import type { Class } from '@portal/contract/catalogue';
import { ButtonLink } from '@portal/kit/ui/button.tsx';
import { useSearchParams } from 'react-router';
import { paths } from '../platform/paths.ts';
import { catalogue } from '../text/zh-TW/catalogue.ts';
import { classText } from '../text/zh-TW/class.ts';
import { obstacleText } from './obstacle-text.ts';

export const EnrolLinks = ({ shown }: { shown: Class }) => {
  const { name, code } = shown;
  const now = new Date();
  const [search] = useSearchParams();
  const group = search.get('group');
  return (
    <div className="grid max-w-md grid-cols-2 items-start gap-3 print:hidden">
      <ButtonLink
        aria-label={catalogue.about(classText.personal, name, code)}
        offReason={obstacleText('personal', shown, now)}
        to={paths.personalEnrolment.to({ code })}
        variant={group === null ? 'primary' : 'secondary'}
      >
        {classText.personal}
      </ButtonLink>
      <ButtonLink
        aria-label={catalogue.about(classText.group, name, code)}
        offReason={obstacleText('group', shown, now)}
        to={paths.groupEnrolment.to({ code }, group === null ? {} : { group })}
        variant={group === null ? 'secondary' : 'primary'}
      >
        {classText.group}
      </ButtonLink>
      {shown.isAlreadyApply && <ButtonLink to={paths.records.to()}>{classText.records}</ButtonLink>}
    </div>
  );
};
