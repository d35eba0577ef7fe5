import { Button } from '@portal/kit/ui/button.tsx';
import { Dialog } from '@portal/kit/ui/dialog.tsx';
import { Icon } from '@portal/kit/ui/icon.tsx';
import { enrolmentText } from '../text/zh-TW/enrolment.ts';
import type { Crowd } from './use-turn.ts';

const text = enrolmentText.crowd;

interface CrowdDialogProps {
  /** Null: nobody waits. */
  crowd: Crowd | null;
  onLeave: () => void;
}

/** Stays open until it is the person's turn. */
export const CrowdDialog = ({ crowd, onLeave }: CrowdDialogProps) => (
  <Dialog
    actions={
      <Button data-autofocus onClick={onLeave} variant="quiet">
        {text.leave}
      </Button>
    }
    busy
    closeButton={false}
    mark={<Icon className="size-8 text-sea-600" name="info" />}
    onClose={onLeave}
    open={crowd !== null}
    role="alertdialog"
    title={text.title}
  >
    {crowd?.ahead != null && (
      <p className="font-semibold text-lg tabular" role="status">
        {text.ahead(crowd.ahead)}
      </p>
    )}
    <p className="mt-2">{text.stay}</p>
  </Dialog>
);
