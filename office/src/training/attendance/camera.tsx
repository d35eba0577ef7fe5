import { Button } from '@portal/kit/ui/button.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { useEffect, useRef, useState } from 'react';
import { attendanceText } from '../../text/zh-TW/attendance.ts';
import { type CameraFault, cameraFault } from './camera-fault.ts';
import { frameReader } from './scan.ts';

const text = attendanceText.scanner;

/** Milliseconds. */
const PICTURE_PAUSE_MS = 250;

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const openCamera = () =>
  navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' }, audio: false });

interface CameraProps {
  onCode: (code: string) => void;
}

/** The picture of the camera, or why there is none and what to do. */
export const Camera = ({ onCode }: CameraProps) => {
  const [fault, setFault] = useState<CameraFault | null>(null);
  if (fault === null) return <Picture onCode={onCode} onFault={setFault} />;
  const { title, help } = text.faults[fault];
  return (
    <Notice live title={title} tone="warn">
      <p>{help}</p>
      {fault !== 'insecure' && (
        <Button className="mt-2" onClick={() => setFault(null)}>
          {text.retry}
        </Button>
      )}
    </Notice>
  );
};

interface PictureProps extends CameraProps {
  onFault: (fault: CameraFault) => void;
}

const Picture = ({ onCode, onFault }: PictureProps) => {
  const video = useRef<HTMLVideoElement>(null);
  const found = useRef(onCode);
  found.current = onCode;
  const failed = useRef(onFault);
  failed.current = onFault;

  useEffect(() => {
    let isOver = false;
    let stream: MediaStream | undefined;
    const watch = async () => {
      const read = await frameReader();
      stream = await openCamera();
      const element = video.current;
      if (isOver || !element) return;
      element.srcObject = stream;
      await element.play();
      while (!isOver) {
        const code = await read(element);
        if (code !== null && !isOver) found.current(code);
        await sleep(PICTURE_PAUSE_MS);
      }
    };
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    watch()
      .catch((error: unknown) => {
        if (!isOver) failed.current(cameraFault(error, window.isSecureContext));
      })
      .finally(() => isOver && stop());
    return () => {
      isOver = true;
      stop();
    };
  }, []);

  return (
    <>
      <video
        aria-label={text.camera}
        className="aspect-square w-full bg-ink object-cover"
        muted
        playsInline
        ref={video}
      />
      <p>{text.lead}</p>
    </>
  );
};
