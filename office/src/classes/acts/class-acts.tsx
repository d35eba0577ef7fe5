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
  opening: OfficeClass;
}

export const ClassActs = ({ opening }: ActProps) => {
  const { can, id, state } = opening;
  const mayWrite = useMay('class.write');
  const isOpen = state === 'published' || state === 'closed';
  return (
    <section aria-label={text.title} className="flex flex-wrap items-start gap-3 print:hidden">
      {can.publish.allowed && <Publish opening={opening} />}
      {can.edit.allowed && <ButtonLink to={paths.editOpening.to({ id })}>{text.edit}</ButtonLink>}
      <ButtonLink to={paths.openingPreview.to({ id })}>{text.preview}</ButtonLink>
      {opening.publishAt !== null && can.edit.allowed && (
        <Step act={unscheduleClass} opening={opening} texts={text.unschedule} />
      )}
      {can.stop.allowed && <Step act={stopEnrolment} opening={opening} texts={text.stop} />}
      {can.resume.allowed && <Step act={resumeEnrolment} opening={opening} texts={text.resume} />}
      {can.postpone.allowed && <Postpone opening={opening} />}
      <MessageButton opening={opening} />
      {can.callOff.allowed && <CallOff opening={opening} />}
      {can.withdraw.allowed && <Step act={withdrawClass} opening={opening} texts={text.withdraw} />}
      {can.complete.allowed && <Step act={completeClass} opening={opening} texts={text.complete} />}
      {isOpen && can.edit.allowed && !can.complete.allowed && (
        <Button offReason={can.complete.why ?? undefined}>{text.complete.open}</Button>
      )}
      {mayWrite && (
        <ButtonLink to={paths.newOpening.to({}, { from: id })} variant="quiet">
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

const Step = ({ act, opening, texts }: StepProps) => {
  const changed = useClassChanged();
  return (
    <ConfirmedAction<OfficeClass>
      confirmLabel={texts.open}
      onDone={(after) => {
        changed(after);
        notify(texts.done, 'success');
      }}
      question={texts.question}
      title={`${texts.open}　${opening.code}`}
      work={() => act(opening)}
    >
      {texts.open}
    </ConfirmedAction>
  );
};

const Publish = ({ opening }: ActProps) => (
  <DialogButton
    dialog={(close) => <PublishDialog onClose={close} opening={opening} />}
    label={text.publish.open}
    variant="primary"
  />
);

const Postpone = ({ opening }: ActProps) => (
  <DialogButton
    dialog={(close) => <PostponeDialog onClose={close} opening={opening} />}
    label={text.postpone.open}
  />
);

const CallOff = ({ opening }: ActProps) => (
  <DialogButton
    dialog={(close) => <CallOffDialog onClose={close} opening={opening} />}
    label={text.callOff.open}
  />
);
