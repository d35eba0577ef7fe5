import { catalogue } from '../text/zh-TW/catalogue.ts';
import { RichText } from '../ui/rich-text.tsx';

/** 課程簡介; nothing where the class has none. */
export const Introduction = ({ html, level }: { html: string; level: 2 | 4 }) => {
  if (html.trim() === '') return null;
  const Heading = `h${level}` as const;
  return (
    <section>
      <Heading className="mb-2 font-bold text-lg text-sea-900">{catalogue.introduction}</Heading>
      <RichText html={html} />
    </section>
  );
};
