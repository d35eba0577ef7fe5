import type { ClassForGroup, GroupCertificates, NeededKind } from '@portal/contract/group-certificates';
import { failureKind } from '@portal/kit/browser/call.ts';
import { money, shortDay } from '@portal/kit/browser/format.ts';
import { Button, ButtonLink } from '@portal/kit/ui/button.tsx';
import { Dialog } from '@portal/kit/ui/dialog.tsx';
import { EmptyState } from '@portal/kit/ui/empty-state.tsx';
import { ErrorState } from '@portal/kit/ui/error-state.tsx';
import { SkeletonRows } from '@portal/kit/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { paths } from '../../platform/paths.ts';
import { groupCertificatesText } from '../../text/zh-TW/group-certificates.ts';
import { keepChosen } from '../roster-draft.ts';
import { classesForNeedQuery } from './api/get-classes-for-need.ts';
import { namesOf } from './chosen-people.ts';

const text = groupCertificatesText.classes;

interface ClassesDialogProps {
  shown: GroupCertificates;
  kind: NeededKind;
  onClose: () => void;
}

/** Classes that give the kind. Choosing one opens its roster with those who are due ticked. */
export const ClassesDialog = ({ shown, kind, onClose }: ClassesDialogProps) => {
  const { data, error, refetch } = useQuery(classesForNeedQuery(shown.group.code, kind.id));
  const names = namesOf(kind.to_enrol, shown);
  return (
    <Dialog
      actions={<Button onClick={onClose}>{text.close}</Button>}
      onClose={onClose}
      open
      title={text.title(kind.name)}
      width="wide"
    >
      <div className="space-y-4">
        <p>{names.length > 0 ? text.due(names) : text.nobodyDue}</p>
        {data ? (
          <Classes classes={data} groupCode={shown.group.code} people={kind.to_enrol} />
        ) : error ? (
          <ErrorState kind={failureKind(error)} onRetry={refetch} />
        ) : (
          <SkeletonRows rows={3} />
        )}
      </div>
    </Dialog>
  );
};

interface ClassesProps {
  classes: readonly ClassForGroup[];
  groupCode: string;
  /** Ids. */
  people: readonly number[];
}

const Classes = ({ classes, ...rest }: ClassesProps) =>
  classes.length === 0 ? (
    <EmptyState
      action={<ButtonLink to={paths.contact.to()}>{text.toContact}</ButtonLink>}
      icon="calendar"
      title={text.empty}
    >
      {text.emptyHint}
    </EmptyState>
  ) : (
    <>
      <p className="text-ink-soft text-sm">{text.next}</p>
      <ul className="space-y-2">
        {classes.map((each) => (
          <li key={each.code}>
            <ClassChoice trainingClass={each} {...rest} />
          </li>
        ))}
      </ul>
    </>
  );

interface ClassChoiceProps extends Omit<ClassesProps, 'classes'> {
  trainingClass: ClassForGroup;
}

const ClassChoice = ({ trainingClass, groupCode, people }: ClassChoiceProps) => {
  const { code, name, start_time, organization, place, fee, limit_number, number } = trainingClass;
  const left = limit_number - number;
  const isTooSmall = left < people.length;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg border border-line bg-surface px-4 py-3 shadow-card">
      <div className="class-choice min-w-0 flex-1">
        <p className="font-semibold">
          <span className="tabular">{shortDay(start_time)}</span> {name}
        </p>
        <p className="text-ink-soft text-sm">
          {organization} {code}・{place}
        </p>
        <p className={`text-sm ${isTooSmall ? 'font-semibold text-warn-700' : 'text-ink-soft'}`}>
          {isTooSmall ? text.tooFew(left) : text.left(left)}・{fee === 0 ? text.free : money(fee)}
        </p>
      </div>
      <ButtonLink
        aria-label={text.chooseOf(name, shortDay(start_time))}
        onClick={() => keepChosen({ classCode: code, groupCode }, people)}
        to={paths.groupEnrolment.to({ code }, { group: groupCode })}
      >
        {text.choose}
      </ButtonLink>
    </div>
  );
};
