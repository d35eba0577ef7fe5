import { type LetterRow, letterPage } from '@portal/contract/office/letters';
import { addressOf } from '@portal/kit/browser/request.ts';
import { Rows } from '@portal/kit/ui/description-list.tsx';
import { RadioGroup } from '@portal/kit/ui/field.tsx';
import { Tabs } from '@portal/kit/ui/tabs.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Loaded } from '../../platform/loaded.tsx';
import { lettersText as text } from '../../text/zh-TW/letters.ts';
import { letterQuery } from '../api/get-letter.ts';

type Part = 'html' | 'text' | 'calendar';

export const LetterView = ({ letter }: { letter: LetterRow }) => {
  const [part, setPart] = useState<Part>('html');
  const name = `${letter.group}：${letter.situation}`;
  return (
    <section aria-label={name} className="min-w-0">
      <h2 className="mb-2">{name}</h2>
      <Loaded query={useQuery(letterQuery(letter.key))}>
        {({ subject, sender, text: plain, calendar }) => (
          <>
            <Rows
              className="mb-4"
              rows={[
                { term: text.subject, value: subject },
                { term: text.sender, value: sender },
              ]}
            />
            <Tabs
              label={text.parts}
              onChange={setPart}
              tabs={[
                { value: 'html' as const, label: text.html, panel: <LetterFrame letter={letter} /> },
                { value: 'text' as const, label: text.text, panel: <PlainText content={plain} /> },
                ...(calendar === null
                  ? []
                  : [
                      {
                        value: 'calendar' as const,
                        label: text.calendar,
                        panel: <PlainText content={calendar} />,
                      },
                    ]),
              ]}
              value={part}
            />
          </>
        )}
      </Loaded>
    </section>
  );
};

const PlainText = ({ content }: { content: string }) => (
  <pre className="mt-4 max-w-3xl whitespace-pre-wrap rounded-lg border border-line bg-surface p-4 text-sm [overflow-wrap:anywhere]">
    {content}
  </pre>
);

const LetterFrame = ({ letter: { key, group, situation } }: { letter: LetterRow }) => {
  const [width, setWidth] = useState('640');
  const [look, setLook] = useState<'light' | 'dark'>('light');
  return (
    <>
      <div className="my-3 flex flex-wrap gap-x-8">
        <RadioGroup
          label={text.width}
          name="width"
          onChange={({ currentTarget }) => setWidth(currentTarget.value)}
          options={text.widths}
          value={width}
        />
        <RadioGroup
          label={text.look}
          name="look"
          onChange={({ currentTarget }) => setLook(currentTarget.value === 'dark' ? 'dark' : 'light')}
          options={text.looks}
          value={look}
        />
      </div>
      <iframe
        className={`h-[44rem] max-w-full rounded-lg border border-line ${width === '360' ? 'w-[360px]' : 'w-[640px]'}`}
        sandbox=""
        src={addressOf(letterPage, { params: { key }, query: { look } })}
        title={text.preview(`${group}：${situation}`)}
      />
    </>
  );
};
