import { useEffect, useRef, useState } from 'react';
import { attendanceText } from '../../text/zh-TW/attendance.ts';
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

export const Camera = ({ onCode }: CameraProps) => {
  const video = useRef<HTMLVideoElement>(null);
  const [isBlocked, setBlocked] = useState(false);
  const found = useRef(onCode);
  found.current = onCode;

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
      .catch(() => setBlocked(!isOver))
      .finally(() => isOver && stop());
    return () => {
      isOver = true;
      stop();
    };
  }, []);

  if (isBlocked) return <p>{text.noCamera}</p>;
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
