import type { Class } from '@portal/contract/catalogue';
import { ButtonLink } from '@portal/kit/ui/button.tsx';
import { paths } from '../platform/paths.ts';
import { catalogue } from '../text/zh-TW/catalogue.ts';
import { obstacleText } from './obstacle-text.ts';

/** The ways to enrol in a class; one that is off says why. */
export const EnrolLinks = ({ shown }: { shown: Class }) => {
  const { name, code } = shown;
  const now = new Date();
  return (
    <div className="grid max-w-md grid-cols-2 items-start gap-3 print:hidden">
      <ButtonLink
        aria-label={catalogue.about(catalogue.personal, name, code)}
        offReason={obstacleText('personal', shown, now)}
        to={paths.personalEnrolment.to({ code })}
        variant="primary"
      >
        {catalogue.personal}
      </ButtonLink>
      <ButtonLink
        aria-label={catalogue.about(catalogue.group, name, code)}
        offReason={obstacleText('group', shown, now)}
        to={paths.groupEnrolment.to({ code })}
      >
        {catalogue.group}
      </ButtonLink>
      {shown.isAlreadyApply && <ButtonLink to={paths.records.to()}>{catalogue.records}</ButtonLink>}
    </div>
  );
};
