import { type Concern, concernTexts } from '@portal/contract/office/enrolment';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { reviewsText } from '../../text/zh-TW/reviews.ts';

const text = reviewsText.concerns;

export const Concerns = ({ concerns }: { concerns: readonly Concern[] }) => {
  if (concerns.length === 0) return <Notice tone="success">{text.none}</Notice>;
  return (
    <Notice title={text.title} tone="warn">
      <ul className="list-disc ps-5">
        {concerns.map((concern) => (
          <li key={concern}>{concernTexts[concern]}</li>
        ))}
      </ul>
    </Notice>
  );
};
