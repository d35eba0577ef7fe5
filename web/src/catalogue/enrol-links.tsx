import type { Class } from '@portal/contract/catalogue';
import { ButtonLink } from '@portal/kit/ui/button.tsx';
import { useSearchParams } from 'react-router';
import { paths } from '../platform/paths.ts';
import { catalogue } from '../text/zh-TW/catalogue.ts';
import { classText } from '../text/zh-TW/class.ts';
import { obstacleText } from './obstacle-text.ts';

/** The group for which the visitor looks for a class. */
export const useGroupInAddress = (): string | null => useSearchParams()[0].get('group');

export const EnrolLinks = ({ shown }: { shown: Class }) => {
  const { name, code } = shown;
  const group = useGroupInAddress();
  const main = group === null ? 'primary' : 'secondary';
  return (
    <div className="grid max-w-md grid-cols-2 items-start gap-3 print:hidden">
      <ButtonLink
        aria-label={catalogue.about(classText.personal, name, code)}
        offReason={obstacleText('personal', shown, new Date())}
        to={paths.personalEnrolment.to({ code })}
        variant={main}
      >
        {classText.personal}
      </ButtonLink>
      <GroupLink shown={shown} />
      {shown.isAlreadyApply && (
        <ButtonLink to={paths.records.to()} variant={main}>
          {classText.records}
        </ButtonLink>
      )}
    </div>
  );
};

export const GroupLink = ({ shown }: { shown: Class }) => {
  const { name, code } = shown;
  const group = useGroupInAddress();
  return (
    <ButtonLink
      aria-label={catalogue.about(classText.group, name, code)}
      offReason={obstacleText('group', shown, new Date())}
      to={paths.groupEnrolment.to({ code }, group === null ? {} : { group })}
      variant={group === null ? 'secondary' : 'primary'}
    >
      {classText.group}
    </ButtonLink>
  );
};
