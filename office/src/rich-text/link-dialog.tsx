import { Button } from '@portal/kit/ui/button.tsx';
import { Dialog } from '@portal/kit/ui/dialog.tsx';
import { TextField } from '@portal/kit/ui/field.tsx';
import { type FormEvent, useId, useState } from 'react';
import { richTextText } from '../text/zh-TW/rich-text.ts';
import { linkAddress } from './link-address.ts';

const text = richTextText.link;

export interface NewLink {
  readonly href: string;
  /** Null where the link goes onto text that is there. */
  readonly text: string | null;
}

interface LinkDialogProps {
  /** The address of the link that is edited. */
  current: string | null;
  /** Nothing is selected: the link needs a text. */
  needsText: boolean;
  onApply: (link: NewLink) => void;
  onRemove: () => void;
  onClose: () => void;
}

export const LinkDialog = ({ current, needsText, onApply, onRemove, onClose }: LinkDialogProps) => {
  const form = useId();
  const [address, setAddress] = useState(current ?? '');
  const [shown, setShown] = useState('');
  const [fault, setFault] = useState<string>();
  const apply = (event: FormEvent) => {
    event.preventDefault();
    const read = linkAddress(address);
    if ('fault' in read) setFault(read.fault);
    else onApply({ href: read.href, text: needsText ? shown.trim() || address.trim() : null });
  };
  return (
    <Dialog
      actions={
        <>
          {current !== null && (
            <Button onClick={onRemove} variant="quiet">
              {text.remove}
            </Button>
          )}
          <Button form={form} type="submit" variant="primary">
            {text.apply}
          </Button>
        </>
      }
      isForm
      onClose={onClose}
      open
      title={text.title}
    >
      <form className="space-y-4" id={form} method="post" noValidate onSubmit={apply}>
        <TextField
          autoComplete="off"
          data-autofocus
          error={fault}
          hint={text.addressHint}
          inputMode="url"
          label={text.address}
          onChange={(event) => setAddress(event.currentTarget.value)}
          required
          value={address}
        />
        {needsText && (
          <TextField
            autoComplete="off"
            label={text.text}
            onChange={(event) => setShown(event.currentTarget.value)}
            value={shown}
          />
        )}
      </form>
    </Dialog>
  );
};
