import { checkIn } from '@portal/contract/office/attendance';
import { failureText } from '@portal/kit/browser/failure-text.ts';
import { Button } from '@portal/kit/ui/button.tsx';
import { Dialog } from '@portal/kit/ui/dialog.tsx';
import { TextField } from '@portal/kit/ui/field.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { call } from '../platform/call.ts';
import { attendanceText } from '../text/zh-TW/attendance.ts';
import { attendanceQuery } from './api.ts';
import { Camera } from './camera.tsx';
import { withMark } from './sheet.ts';

const text = attendanceText.scanner;

interface Outcome {
  readonly tone: 'success' | 'info' | 'danger';
  readonly message: string;
}

interface ScanDialogProps {
  classId: number;
  sessionId: number;
  onClose: () => void;
}

/** Milliseconds in which the same code is not read again. */
const SAME = 4000;

/** Checks in one code after the other and shows each result. */
const useCheckingIn = ({ classId, sessionId }: ScanDialogProps) => {
  const queries = useQueryClient();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const last = useRef({ code: '', at: 0 });
  const isBusy = useRef(false);

  const send = async (code: string): Promise<Outcome> => {
    const { name, repeated, ...marked } = await call(checkIn, {
      params: { id: classId },
      body: { sessionId, code },
    });
    queries.setQueryData(
      attendanceQuery(classId).queryKey,
      (sheet) => sheet && withMark(sheet, sessionId, marked),
    );
    if (repeated) return { tone: 'info', message: text.repeated(name) };
    const late = marked.mark.state === 'late' ? marked.mark.missedMinutes : 0;
    return { tone: 'success', message: text.done(name, late) };
  };

  const take = async (code: string) => {
    const isSame = last.current.code === code && Date.now() - last.current.at < SAME;
    if (isBusy.current || isSame) return;
    isBusy.current = true;
    setOutcome(
      await send(code).catch((error: Error): Outcome => ({ tone: 'danger', message: failureText(error) })),
    );
    last.current = { code, at: Date.now() };
    isBusy.current = false;
  };
  return { outcome, take };
};

export const ScanDialog = (props: ScanDialogProps) => {
  const { outcome, take } = useCheckingIn(props);
  const [typed, setTyped] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() !== '') take(typed).then(() => setTyped(''));
  };
  return (
    <Dialog
      actions={<Button onClick={props.onClose}>{text.close}</Button>}
      isForm
      onClose={props.onClose}
      open
      title={text.title}
    >
      <div className="space-y-4">
        <Camera onCode={take} />
        <div aria-live="assertive">{outcome && <Notice tone={outcome.tone}>{outcome.message}</Notice>}</div>
        <form className="flex flex-wrap items-end gap-3" method="post" noValidate onSubmit={submit}>
          <TextField
            autoComplete="off"
            className="min-w-40 flex-1"
            label={text.code}
            onChange={(event) => setTyped(event.target.value)}
            value={typed}
          />
          <Button type="submit" variant="primary">
            {text.submit}
          </Button>
        </form>
      </div>
    </Dialog>
  );
};
