import { today } from '@portal/contract/dates';
import type { OfficeClass } from '@portal/contract/office/classes';
import { notify } from '@portal/kit/browser/notices.ts';
import { Button, ButtonLink } from '@portal/kit/ui/button.tsx';
import { useLocation, useNavigate } from 'react-router';
import { MessageButton } from '../../correspondence/message-button.tsx';
import { ConfirmedAction } from '../../forms/confirmed-action.tsx';
import { DialogButton } from '../../forms/dialog-button.tsx';
import { MoreActions } from '../../forms/more-actions.tsx';
import { paths } from '../../platform/paths.ts';
import { useMay } from '../../platform/session.ts';
import { useShortcuts } from '../../platform/shortcuts.ts';
import { classActsText as text } from '../../text/zh-TW/class-acts.ts';
import { classesText } from '../../text/zh-TW/classes.ts';
import { completeClass } from '../api/complete-class.ts';
import { resumeEnrolment } from '../api/resume-enrolment.ts';
import { stopEnrolment } from '../api/stop-enrolment.ts';
import { unscheduleClass } from '../api/unschedule-class.ts';
import { withdrawClass } from '../api/withdraw-class.ts';
import { useClassChanged } from '../use-class-changed.ts';
import { CallOffDialog } from './call-off-dialog.tsx';
import { PostponeDialog } from './postpone-dialog.tsx';
import { PublishDialog } from './publish-dialog.tsx';

interface ActProps {
  trainingClass: OfficeClass;
}

/** The act that the class waits for stands first, the others behind ⋯. */
export const ClassActs = ({ trainingClass }: ActProps) => {
  const { can, id, version } = trainingClass;
  return (
    <>
      <MainAct trainingClass={trainingClass} />
      {can.edit.allowed && <ButtonLink to={paths.editTrainingClass.to({ id })}>{text.edit}</ButtonLink>}
      <FurtherActs key={version} trainingClass={trainingClass} />
    </>
  );
};

const MainAct = ({ trainingClass }: ActProps) => {
  const [mayReview, mayMark, mayGrade] = [
    useMay('registration.review'),
    useMay('attendance.write'),
    useMay('result.write'),
  ];
  const { can, id, code, counts, sessions, startTime, endTime } = trainingClass;
  const now = new Date();
  const isOver = new Date(endTime ?? startTime) <= now;
  if (can.publish.allowed) return <Publish trainingClass={trainingClass} />;
  if (can.complete.allowed) return <Complete trainingClass={trainingClass} />;
  if (mayMark && sessions.some(({ date }) => date === today(now)))
    return <MainLink to={paths.classTab.to({ id, tab: 'attendance' })}>{text.main.attendance}</MainLink>;
  if (mayGrade && isOver && counts.unresulted > 0)
    return <MainLink to={paths.classTab.to({ id, tab: 'results' })}>{text.main.results}</MainLink>;
  if (mayReview && counts.pending > 0)
    return <MainLink to={paths.reviews.to({}, { class: code })}>{text.main.review(counts.pending)}</MainLink>;
  return null;
};

/** The page that it leads to needs no link to itself. */
const MainLink = ({ to, children }: { to: string; children: string }) =>
  useLocation().pathname !== to && (
    <ButtonLink to={to} variant="primary">
      {children}
    </ButtonLink>
  );

const FurtherActs = ({ trainingClass }: ActProps) => {
  const { can, id, state, publishAt } = trainingClass;
  const mayWrite = useMay('class.write');
  useCopyShortcut(mayWrite ? id : null);
  const isOpen = state === 'published' || state === 'closed';
  return (
    <MoreActions
      lasting={
        can.callOff.allowed || can.withdraw.allowed ? (
          <>
            {can.withdraw.allowed && (
              <Step act={withdrawClass} texts={text.withdraw} trainingClass={trainingClass} />
            )}
            {can.callOff.allowed && <CallOff trainingClass={trainingClass} />}
          </>
        ) : null
      }
    >
      <ButtonLink to={paths.previewedClass.to({ id })}>{text.preview}</ButtonLink>
      {mayWrite && <ButtonLink to={paths.newClass.to({}, { from: id })}>{text.copy}</ButtonLink>}
      <MessageButton trainingClass={trainingClass} />
      {publishAt !== null && can.edit.allowed && (
        <Step act={unscheduleClass} texts={text.unschedule} trainingClass={trainingClass} />
      )}
      {can.stop.allowed && <Step act={stopEnrolment} texts={text.stop} trainingClass={trainingClass} />}
      {can.resume.allowed && <Step act={resumeEnrolment} texts={text.resume} trainingClass={trainingClass} />}
      {can.postpone.allowed && <Postpone trainingClass={trainingClass} />}
      {isOpen && can.edit.allowed && !can.complete.allowed && (
        <Button offReason={can.complete.why ?? undefined}>{text.complete.open}</Button>
      )}
    </MoreActions>
  );
};

/** Null: no shortcut. */
const useCopyShortcut = (id: number | null) => {
  const navigate = useNavigate();
  const copy = { keys: 'c', label: text.copy, run: () => navigate(paths.newClass.to({}, { from: id ?? 0 })) };
  useShortcuts(classesText.kind, id === null ? [] : [copy]);
};

interface StepProps extends ActProps {
  act: (seen: OfficeClass) => Promise<OfficeClass>;
  texts: { open: string; question: string; done: string };
  variant?: 'primary';
}

const Step = ({ act, trainingClass, texts, variant }: StepProps) => {
  const changed = useClassChanged();
  return (
    <ConfirmedAction<OfficeClass>
      confirmLabel={texts.open}
      onDone={(after) => {
        changed(after);
        notify(texts.done, 'success');
      }}
      question={texts.question}
      title={`${texts.open}　${trainingClass.code}`}
      variant={variant}
      work={() => act(trainingClass)}
    >
      {texts.open}
    </ConfirmedAction>
  );
};

const Complete = ({ trainingClass }: ActProps) => (
  <Step act={completeClass} texts={text.complete} trainingClass={trainingClass} variant="primary" />
);

const Publish = ({ trainingClass }: ActProps) => (
  <DialogButton
    dialog={(close) => <PublishDialog onClose={close} trainingClass={trainingClass} />}
    label={text.publish.open}
    variant="primary"
  />
);

const Postpone = ({ trainingClass }: ActProps) => (
  <DialogButton
    dialog={(close) => <PostponeDialog onClose={close} trainingClass={trainingClass} />}
    label={text.postpone.open}
  />
);

const CallOff = ({ trainingClass }: ActProps) => (
  <DialogButton
    dialog={(close) => <CallOffDialog onClose={close} trainingClass={trainingClass} />}
    label={text.callOff.open}
  />
);
