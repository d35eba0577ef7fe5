import { readable } from '@portal/contract/dates';
import type { Invited } from '@portal/contract/office/staff';
import { Button } from '@portal/kit/ui/button.tsx';
import { Dialog } from '@portal/kit/ui/dialog.tsx';
import { useRef, useState } from 'react';
import { membersText } from '../../text/zh-TW/members.ts';

const text = membersText.link;

interface InvitationLinkDialogProps {
  invited: Invited;
  onClose: () => void;
}

/** The link is shown only once. */
export const InvitationLinkDialog = ({ invited, onClose }: InvitationLinkDialogProps) => {
  const shown = useRef<HTMLElement>(null);
  const [announcement, setAnnouncement] = useState('');
  const copy = async () => setAnnouncement((await copyText(shown.current)) ? text.copied : text.notCopied);
  return (
    <Dialog
      actions={
        <>
          <Button onClick={onClose} variant="quiet">
            {text.close}
          </Button>
          <Button data-autofocus onClick={copy} variant="primary">
            {text.copy}
          </Button>
        </>
      }
      isForm
      onClose={onClose}
      open
      title={membersText.invite.done}
    >
      <p>{text.lead(invited.staff.name, readable(invited.expiresAt))}</p>
      <p className="mt-4 font-semibold">{text.label}</p>
      <code
        className="mt-1 block select-all break-all rounded-md border border-line-strong p-3 font-mono text-sm"
        ref={shown}
      >
        {invited.link}
      </code>
      <p className="mt-2 min-h-7" role="status">
        {announcement}
      </p>
    </Dialog>
  );
};

/** False if the browser refuses; the text is selected then. */
const copyText = async (element: HTMLElement | null): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(element?.textContent ?? '');
    return true;
  } catch {
    if (element) getSelection()?.selectAllChildren(element);
    return false;
  }
};
