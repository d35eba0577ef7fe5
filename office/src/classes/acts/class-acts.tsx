import type { OfficeClass } from '@portal/contract/office/classes';
import { notify } from '@portal/kit/browser/notices.ts';
import { Button, ButtonLink } from '@portal/kit/ui/button.tsx';
import { MessageButton } from '../../correspondence/message-button.tsx';
import { ConfirmedAction } from '../../forms/confirmed-action.tsx';
import { DialogButton } from '../../forms/dialog-button.tsx';
import { paths } from '../../platform/paths.ts';
import { useMay } from '../../platform/session.ts';
import { classActsText as text } from '../../text/zh-TW/class-acts.ts';
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

export const ClassActs = ({ trainingClass }: ActProps) => {
  const { can, id, state } = trainingClass;
  const mayWrite = useMay('class.write');
  const isOpen = state === 'published' || state === 'closed';
  return (
    <section aria-label={text.title} className="flex flex-wrap items-start gap-3 print:hidden">
      {can.publish.allowed && <Publish trainingClass={trainingClass} />}
      {can.edit.allowed && <ButtonLink to={paths.editTrainingClass.to({ id })}>{text.edit}</ButtonLink>}
      <ButtonLink to={paths.previewedClass.to({ id })}>{text.preview}</ButtonLink>
      {trainingClass.publishAt !== null && can.edit.allowed && (
        <Step act={unscheduleClass} trainingClass={trainingClass} texts={text.unschedule} />
      )}
      {can.stop.allowed && <Step act={stopEnrolment} trainingClass={trainingClass} texts={text.stop} />}
      {can.resume.allowed && <Step act={resumeEnrolment} trainingClass={trainingClass} texts={text.resume} />}
      {can.postpone.allowed && <Postpone trainingClass={trainingClass} />}
      <MessageButton trainingClass={trainingClass} />
      {can.callOff.allowed && <CallOff trainingClass={trainingClass} />}
      {can.withdraw.allowed && (
        <Step act={withdrawClass} trainingClass={trainingClass} texts={text.withdraw} />
      )}
      {can.complete.allowed && (
        <Step act={completeClass} trainingClass={trainingClass} texts={text.complete} />
      )}
      {isOpen && can.edit.allowed && !can.complete.allowed && (
        <Button offReason={can.complete.why ?? undefined}>{text.complete.open}</Button>
      )}
      {mayWrite && (
        <ButtonLink to={paths.newClass.to({}, { from: id })} variant="quiet">
          {text.copy}
        </ButtonLink>
      )}
    </section>
  );
};

interface StepProps extends ActProps {
  act: (seen: OfficeClass) => Promise<OfficeClass>;
  texts: { open: string; question: string; done: string };
}

const Step = ({ act, trainingClass, texts }: StepProps) => {
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
      work={() => act(trainingClass)}
    >
      {texts.open}
    </ConfirmedAction>
  );
};

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
