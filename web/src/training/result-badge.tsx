import { Badge } from '@portal/kit/ui/badge.tsx';
import { trainingText } from '../text/zh-TW/training.ts';

const { state: words } = trainingText;

/** Specification §4, class roster result. */
export const ResultBadge = ({ state }: { state: number | null }) => {
  if (state === null) {
    return (
      <Badge icon="clock" tone="info">
        {words.open}
      </Badge>
    );
  }
  return state === 1 ? <Badge tone="ok">{words.pass}</Badge> : <Badge tone="danger">{words.fail}</Badge>;
};
